import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingStatement, type FeeSchedule, startFees, type Transaction } from '../fees/fees.ts';
import { generatedFees } from '../fees/generated-fees.ts';
import { MAX_AMOUNT, MAX_RATE } from '../money.ts';
import { type ClosingDecisions, type ClosingFigures, nothingDecided, settleClosing } from './closing.ts';
import { isSaleKind, kindNames } from './transaction-kinds.ts';

const plain: Omit<ClosingFigures, 'kind' | 'price' | 'commission'> = {
  credits: 0,
  referral: null,
  coAgents: [],
  coordinator: false,
  shortSale: false,
  inHouseEscrow: false,
  newConstruction: false,
  bonus: 0,
  bothSides: false,
};
const sale = (price: number, rate = 2_50): ClosingFigures => {
  return { ...plain, kind: 'residential', price, commission: { by: 'rate', rate } };
};
const settle = (entry: ClosingFigures, decisions: Partial<ClosingDecisions> = {}, fees = startFees) =>
  settleClosing(entry, { ...nothingDecided, ...decisions }, fees);
const paid = (payees: readonly { amount: number }[]) => payees.reduce((sum, { amount }) => sum + amount, 0);

const cents = fc.integer({ min: 0, max: MAX_AMOUNT });
const rates = fc.integer({ min: 0, max: MAX_RATE });
const commissions = fc.oneof(
  fc.record({ by: fc.constant('rate' as const), rate: rates }),
  fc.record({ by: fc.constant('amount' as const), amount: cents }),
);
const covered = fc.record({
  kind: fc.constantFrom(...kindNames),
  price: fc.oneof(cents, fc.integer({ min: 999_000_00, max: 1_001_000_00 })),
  commission: commissions,
  coordinator: fc.boolean(),
  shortSale: fc.boolean(),
});

function asCalculated({ kind, price, commission, coordinator, shortSale }: ClosingFigures): Transaction {
  if (!isSaleKind(kind)) {
    const amount =
      commission.by === 'amount'
        ? commission.amount
        : closingStatement({ kind: 'residential', price, rate: commission.rate }, startFees).grossCommission;
    return { kind, commission: amount };
  }
  const of = { kind, price, coordinator, shortSale };
  return commission.by === 'rate'
    ? { ...of, rate: commission.rate }
    : { ...of, commission: commission.amount };
}

test('by any fees that can be published the lines add up and the payees share the gross', () => {
  fc.assert(
    fc.property(covered, generatedFees, (figures, fees) => {
      const { lines, gross, agentKeeps, payees } = settle({ ...plain, ...figures }, {}, fees);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(agentKeeps);
      expect(lines.slice(1).every(({ amount }) => amount !== 0)).toBe(true);
      expect(paid(payees)).toBe(gross);
    }),
    { numRuns: 5000 },
  );
});

test('the statement of what the calculator covers is the calculator’s', () => {
  fc.assert(
    fc.property(covered, (figures) => {
      const entry = { ...plain, ...figures };
      const { lines, gross, fees, agentKeeps, payees } = settle(entry);
      const statement = closingStatement(asCalculated(entry), startFees);
      const amounts = ({ id, amount, estimate }: { id: string; amount: number; estimate?: boolean }) => {
        return { id, amount, estimate };
      };
      expect(lines.map(amounts)).toEqual(statement.lines.map(amounts));
      expect(lines.slice(1)).toEqual(statement.lines.slice(1));
      expect([gross, fees, agentKeeps]).toEqual([
        statement.grossCommission,
        statement.totalFees,
        statement.agentKeeps,
      ]);
      expect(paid(payees)).toBe(gross);
    }),
    { numRuns: 20_000 },
  );
});

test('whatever is decided, whole cents reach their payees and none is lost', () => {
  const fee: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 0, max: 5_000_00 }));
  const entries = fc.record({
    figures: covered,
    credits: fc.integer({ min: 0, max: 20_000_00 }),
    referral: fc.option(
      fc.record({
        by: fc.constant('rate' as const),
        rate: fc.integer({ min: 0, max: 40_00 }),
        broker: fc.constant('Other Realty'),
        license: fc.constant('01234567'),
        state: fc.constant('CA'),
      }),
    ),
    shares: fc.array(fc.integer({ min: 0, max: 33_33 }), { maxLength: 3 }),
    flags: fc.record({ inHouseEscrow: fc.boolean(), newConstruction: fc.boolean(), bothSides: fc.boolean() }),
    bonus: fc.integer({ min: 0, max: 30_000_00 }),
    decisions: fc.record({
      basis: fc.constantFrom('gross' as const, 'after-referral' as const, 'after-credit' as const, null),
      sides: fc.constantFrom('each' as const, 'here' as const, 'there' as const, null),
      otherCommission: fee,
      bonus: fc.constantFrom('counts' as const, 'apart' as const, null),
      newConstruction: fee,
      inHouseEscrow: fee,
      deduction: fee,
    }),
  });
  fc.assert(
    fc.property(entries, ({ figures, flags, shares, decisions, ...rest }) => {
      const coAgents = shares.map((rate, index) => ({ user: String(index), rate }));
      const { deduction, ...decided } = decisions;
      const deductions = deduction ? [{ kind: 'other' as const, amount: deduction, reason: 'Agreed' }] : [];
      const { lines, gross, credits, agentKeeps, payees, outcome, open } = settle(
        { ...plain, ...figures, ...rest, ...flags, coAgents },
        { ...decided, deductions },
      );
      expect(lines.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true);
      expect(paid(lines)).toBe(agentKeeps);
      expect(paid(payees) + credits).toBe(gross);
      if (!open.includes('exceeds')) expect(payees.every(({ amount }) => amount > 0)).toBe(true);
      expect(outcome.by === 'agent-invoice').toBe(agentKeeps < 0);
    }),
    { numRuns: 5_000 },
  );
});

describe('what the office must decide', () => {
  const other = { broker: 'Other Realty', license: '01234567', state: 'CA' };

  test('is nothing for an ordinary sale', () => {
    expect(settle(sale(850_000_00)).open).toEqual([]);
  });

  test('is an estimate, until it is settled as it stands', () => {
    const entry = sale(1_050_000_00, 1_00);
    expect(settle(entry).open).toEqual(['estimate']);
    expect(settle(entry, { settled: { estimate: 1_050_00, fee: 1_100_00 } })).toMatchObject({
      fees: 1_100_00,
      open: [],
    });
    // Another price has another estimate.
    expect(settle(sale(1_060_000_00, 1_00), { settled: { estimate: 1_050_00, fee: 1_100_00 } }).open).toEqual(
      ['estimate'],
    );
  });

  test('is the basis of a fee only where it makes a difference', () => {
    const referral = { ...other, by: 'rate', rate: 25_00 } as const;
    expect(settle({ ...sale(850_000_00), referral }).open).toEqual([]);
    const entry = { ...sale(2_000_000_00, 3_00), referral };
    expect(settle(entry).open).toEqual(['basis']);
    expect(settle(entry, { basis: 'after-referral' }).open).toEqual([]);
    expect(settle({ ...sale(2_000_000_00, 3_00), credits: 5_000_00 }).open).toEqual(['basis']);
  });

  test('is each fee without a published figure, both sides, and a bonus', () => {
    const entry: ClosingFigures = {
      ...plain,
      kind: 'referral',
      price: 0,
      commission: { by: 'amount', amount: 20_000_00 },
      newConstruction: true,
      inHouseEscrow: true,
      bothSides: true,
      bonus: 1_00,
    };
    expect(settle(entry).open).toEqual(['sides', 'bonus', 'new-construction', 'in-house-escrow']);
    const decided = { newConstruction: 500_00, inHouseEscrow: 0, sides: 'each', bonus: 'apart' } as const;
    expect(settle(entry, decided)).toMatchObject({ open: [], fees: 500_00, agentKeeps: 19_501_00 });
  });

  test('is what cannot be: more given away, or waived, than there is', () => {
    const referral = { ...other, by: 'amount', amount: 30_000_00 } as const;
    expect(settle({ ...sale(850_000_00), referral }).open).toEqual(['exceeds']);
    const coAgents = [
      { user: 'one', rate: 60_00 },
      { user: 'two', rate: 41_00 },
    ];
    expect(settle({ ...sale(850_000_00), coAgents }).open).toEqual(['exceeds']);
    const lines = [{ label: 'Waived', amount: 600_01, reason: 'Goodwill' }];
    expect(settle(sale(850_000_00), { lines }).open).toEqual(['waived']);
  });
});

test('individual terms and an older schedule are charged as they were signed', () => {
  const signed: FeeSchedule = { ...startFees, version: 9, sale: 300_00 };
  expect(settle(sale(850_000_00), {}, signed)).toMatchObject({ fees: 425_00, agentKeeps: 20_825_00 });
});

test('a share rounds half up to the cent, and the agent has the rest', () => {
  const entry = { ...sale(850_000_00), commission: { by: 'amount', amount: 600_01 } } as const;
  const { payees } = settle({ ...entry, coAgents: [{ user: 'one', rate: 50_00 }] });
  expect(payees).toEqual([
    { to: 'broker', amount: 600_00 },
    { to: 'co-agent', user: 'one', amount: 1 },
  ]);
});
