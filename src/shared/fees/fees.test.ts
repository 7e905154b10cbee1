import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTransactionKind, transactionKinds } from '../closings/transaction-kinds.ts';
import { MAX_AMOUNT, MAX_RATE } from '../money.ts';
import { type FeeRow, feeRows } from './fee-rows.ts';
import {
  closingStatement,
  type FeeSchedule,
  QUOTED_BY_OFFICE,
  rulesOf,
  type Sale,
  startFees,
  type Transaction,
  withFeeLines,
} from './fees.ts';
import { generatedFees } from './generated-fees.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT });
const rates = fc.integer({ min: 0, max: MAX_RATE });
const saleFields = {
  kind: fc.constantFrom('residential' as const, 'commercial' as const),
  price: fc.oneof(amounts, fc.integer({ min: 999_000_00, max: 1_001_000_00 })),
  coordinator: fc.boolean(),
  shortSale: fc.boolean(),
};
const sales: fc.Arbitrary<Sale> = fc.oneof(
  fc.record({ ...saleFields, rate: rates }),
  fc.record({ ...saleFields, commission: amounts }),
);
const transactions: fc.Arbitrary<Transaction> = fc.oneof(
  sales,
  fc.record({ kind: fc.constantFrom('lease', 'referral'), commission: amounts }),
);

const rules = rulesOf(startFees);
const atRate = (price: number, rate = 2_50): Sale => ({ kind: 'residential', price, rate });
const forAmount = (price: number, commission: number): Sale => ({ kind: 'residential', price, commission });
const fee = (transaction: Transaction) => closingStatement(transaction, startFees).totalFees;
const upperTierLine = (commission: number) =>
  closingStatement(forAmount(1_000_000_00, commission), startFees).lines[1];
const lease = (commission: number) => fee({ kind: 'lease', commission });
const referral = (commission: number) => fee({ kind: 'referral', commission });

describe('a sale under $1,000,000', () => {
  test('costs $475 and $125 E&O, and every line names its rule', () => {
    expect(closingStatement(atRate(850_000_00), startFees)).toEqual({
      lines: [
        {
          id: 'gross-commission',
          label: 'Gross commission',
          rule: '2.5% of the $850,000 sales price',
          amount: 21_250_00,
        },
        {
          id: 'transaction-fee',
          label: 'Transaction fee',
          rule: 'Under $1,000,000: $475 per transaction, per side',
          amount: -475_00,
        },
        {
          id: 'errors-and-omissions',
          label: 'E&O insurance',
          rule: '$125 per transaction, per side',
          amount: -125_00,
        },
      ],
      grossCommission: 21_250_00,
      totalFees: 600_00,
      agentKeeps: 20_650_00,
    });
  });

  test('one cent below the tier is under it', () => {
    expect(fee(atRate(999_999_99))).toBe(600_00);
  });

  test('with fees above the commission leaves a negative amount', () => {
    expect(closingStatement(atRate(0), startFees).agentKeeps).toBe(-600_00);
  });
});

describe('a sale of $1,000,000 or more', () => {
  test('exactly $1,000,000 pays the greater of the two, with no line for E&O', () => {
    const { lines, totalFees } = closingStatement(atRate(1_000_000_00), startFees);
    expect(totalFees).toBe(1_250_00);
    expect(lines.map((line) => line.id)).toEqual(['gross-commission', 'transaction-fee']);
    expect(lines[1]?.rule).toBe(
      '$1,000,000 or more: the greater of 5% of the total gross commission or $100 per $100,000 of the sales price, E&O included',
    );
  });

  test('5% and $100 per $100,000 cross at a 2% commission; only the latter is an estimate', () => {
    expect(upperTierLine(19_999_89)).toMatchObject({ amount: -1_000_00, estimate: true });
    expect(upperTierLine(20_000_00)).toMatchObject({ amount: -1_000_00 });
    expect(upperTierLine(20_000_00)).not.toHaveProperty('estimate');
    expect(upperTierLine(20_000_10)).toMatchObject({ amount: -1_000_01 });
    expect(upperTierLine(20_000_10)).not.toHaveProperty('estimate');
  });

  test('$100 per $100,000 is pro rata, half up to the cent', () => {
    expect(fee(atRate(1_050_000_00, 1_00))).toBe(1_050_00);
    expect(fee(atRate(1_000_004_99, 0))).toBe(1_000_00);
    expect(fee(atRate(1_000_005_00, 0))).toBe(1_000_01);
  });

  test('is the greater of the two for every price and commission', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_00, max: MAX_AMOUNT }), amounts, (price, amount) => {
        const cents = BigInt(fee(forAmount(price, amount)));
        const byCommission = (BigInt(amount) * 5n + 50n) / 100n;
        const byPrice = (BigInt(price) + 500n) / 1_000n;
        expect(cents).toBe(byCommission > byPrice ? byCommission : byPrice);
      }),
    );
  });
});

describe('every sale', () => {
  test('commercial costs what residential costs', () => {
    fc.assert(
      fc.property(sales, (any) => {
        const commercial = closingStatement({ ...any, kind: 'commercial' }, startFees);
        expect(closingStatement({ ...any, kind: 'residential' }, startFees)).toEqual(commercial);
      }),
    );
  });

  test('charges $500 for a coordinator and $795 for a short sale, each only when chosen', () => {
    fc.assert(
      fc.property(sales, (any) => {
        const bare = fee({ ...any, coordinator: false, shortSale: false });
        expect(fee({ ...any, coordinator: true, shortSale: false })).toBe(bare + 500_00);
        expect(fee({ ...any, coordinator: false, shortSale: true })).toBe(bare + 795_00);
        expect(fee({ ...any, coordinator: true, shortSale: true })).toBe(bare + 1_295_00);
      }),
    );
  });
});

test('a lease costs $150 up to a commission of $1,500, then 10%', () => {
  expect([0, 1_499_99, 1_500_00, 1_500_04, 1_500_05, 3_000_00].map(lease)).toEqual([
    150_00, 150_00, 150_00, 150_00, 150_01, 300_00,
  ]);
});

test('a referral costs $399 up to a commission of $7,980, then 5%', () => {
  expect([0, 7_979_99, 7_980_00, 7_980_09, 7_980_10, 10_000_00].map(referral)).toEqual([
    399_00, 399_00, 399_00, 399_00, 399_01, 500_00,
  ]);
});

describe('every statement', () => {
  test('adds up, in whole cents, with a rule on each line', () => {
    fc.assert(
      fc.property(transactions, (transaction) => {
        const { lines, grossCommission, totalFees, agentKeeps } = closingStatement(transaction, startFees);
        expect(agentKeeps + totalFees).toBe(grossCommission);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(agentKeeps);
        expect(lines.map((line) => line.amount).every(Number.isSafeInteger)).toBe(true);
        expect(lines.slice(1).every((line) => line.amount < 0)).toBe(true);
        expect(lines.every((line) => line.label !== '' && line.rule !== '')).toBe(true);
      }),
    );
  });

  test('never leaves less for a larger commission', () => {
    fc.assert(
      fc.property(transactions, amounts, amounts, (any, one, other) => {
        const withCommission = (commission: number): Transaction =>
          'price' in any
            ? { ...forAmount(any.price, commission), kind: any.kind }
            : { kind: any.kind, commission };
        const keeps = (commission: number) =>
          closingStatement(withCommission(commission), startFees).agentKeeps;
        expect(keeps(Math.min(one, other))).toBeLessThanOrEqual(keeps(Math.max(one, other)));
      }),
    );
  });

  test('never charges less for a higher price at the same commission', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (one, other, amount) => {
        const [lower, higher] = [Math.min(one, other), Math.max(one, other)];
        expect(fee(forAmount(lower, amount))).toBeLessThanOrEqual(fee(forAmount(higher, amount)));
      }),
    );
  });
});

test('the greater-of rules say that their amounts are flat', () => {
  expect(rules.lease).toBe('The greater of $150 flat or 10% of the commission, per side');
  expect(rules.referral).toBe('The greater of $399 flat or 5% of the commission, excluding new construction');
});

test('the annual fee is $100 and stands beside transactions', () => {
  expect(startFees.annual).toBe(100_00);
  expect(rules.annual).toBe('$100 a year, due on joining');
});

test('what the office quotes is not a kind with a fee', () => {
  expect(QUOTED_BY_OFFICE.map((item) => item.rule)).toEqual(['Contact the office', 'Contact the office']);
  expect(QUOTED_BY_OFFICE.map((item) => item.id).some(isTransactionKind)).toBe(false);
  expect(['residential', 'commercial', 'lease', 'referral'].every(isTransactionKind)).toBe(true);
  expect(['constructor', '__proto__', '', undefined].some(isTransactionKind)).toBe(false);
});

describe('versions', () => {
  test('charge those who signed another schedule by that one', () => {
    const schedule = withFeeLines(startFees, { sale: 395_00, coordinator: 250_00 });
    const statement = closingStatement({ ...atRate(850_000_00), coordinator: true }, schedule);
    expect(statement.lines.slice(1).map(({ rule, amount }) => [rule, amount])).toEqual([
      ['Under $1,000,000: $395 per transaction, per side', -395_00],
      ['$125 per transaction, per side', -125_00],
      ['Optional: $250 per transaction, per side', -250_00],
    ]);
    expect(fee(atRate(850_000_00))).toBe(600_00);
  });
});

describe('the tables of a schedule', () => {
  const hundredths = (text: string, figure: RegExp) =>
    [...text.matchAll(figure)].map(([, units = '', part = '']) =>
      Number(units.replaceAll(',', '') + part.padEnd(2, '0')),
    );
  const money = (text = '') => hundredths(text, /\$([\d,]+)(?:\.(\d\d))?/g);
  const percent = (text = '') => hundredths(text, /(\d+)(?:\.(\d{1,2}))?%/g);
  const halfUp = (amount: number, times: number, by: number) =>
    Number((2n * BigInt(amount) * BigInt(times) + BigInt(by)) / (2n * BigInt(by)));

  /** By nothing but what the tables say: what has no row costs nothing. */
  function feeByHand(schedule: FeeSchedule, transaction: Transaction): number {
    const { transactions, commercial, others } = feeRows(schedule);
    const fee = (rows: FeeRow[], what: RegExp) => rows.find((row) => what.test(row.what))?.fee;
    if (!('price' in transaction)) {
      const row = fee(transactions, new RegExp(`^${transactionKinds[transaction.kind].label}$`));
      const [flat = 0] = money(row);
      const [rate = 0] = percent(row);
      return Math.max(flat, halfUp(transaction.commission, rate, 100_00));
    }
    const sales = transaction.kind === 'commercial' ? commercial : transactions;
    const { grossCommission } = closingStatement(transaction, schedule);
    let sum = 0;
    if (transaction.price < schedule.upperTierPrice)
      for (const amount of money(fee(sales, / under \$/))) sum += amount;
    else {
      const from = fee(sales, /^(?:Residential sale|5\+ units).* of \$.* or more$/);
      const [perStep = 0, step = 1] = money(from);
      const [rate = 0] = percent(from);
      sum = Math.max(halfUp(grossCommission, rate, 100_00), halfUp(transaction.price, perStep, step));
    }
    if (transaction.coordinator) for (const amount of money(fee(others, /coordinator$/))) sum += amount;
    if (transaction.shortSale) for (const amount of money(fee(others, /^Short sale/))) sum += amount;
    return sum;
  }

  test('are never without a row, but for commercial sales that cost nothing', () => {
    fc.assert(
      fc.property(generatedFees, (schedule) => {
        const { transactions, others, commercial } = feeRows(schedule);
        expect(transactions).not.toEqual([]);
        expect(others).not.toEqual([]);
        expect([...transactions, ...others, ...commercial].map(({ fee }) => fee)).not.toContain('');
      }),
    );
  });

  test('say by their figures alone what a statement charges', () => {
    fc.assert(
      fc.property(generatedFees, transactions, (schedule, transaction) => {
        expect(closingStatement(transaction, schedule).totalFees).toBe(feeByHand(schedule, transaction));
      }),
      { numRuns: 5_000 },
    );
  });
});
