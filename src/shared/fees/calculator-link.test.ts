import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAmount, isRate, MAX_AMOUNT, MAX_RATE } from '../money.ts';
import {
  type Calculator,
  calculatorFromQuery,
  calculatorToQuery,
  calculatorTransaction,
  DEFAULT_CALCULATOR,
  feesOfLink,
  keptCalculation,
  parseTransactions,
} from './calculator-link.ts';
import { MAX_TRANSACTIONS_PER_YEAR } from './comparison.ts';
import { closingStatement, startFees } from './fees.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT });
const rates = fc.integer({ min: 0, max: MAX_RATE });
const calculators: fc.Arbitrary<Calculator> = fc.record({
  kind: fc.constantFrom('residential', 'commercial', 'lease', 'referral'),
  price: amounts,
  commissionBy: fc.constantFrom('rate', 'amount'),
  rate: rates,
  commission: amounts,
  coordinator: fc.boolean(),
  shortSale: fc.boolean(),
  inHouseEscrow: fc.boolean(),
  transactionsPerYear: fc.integer({ min: 0, max: MAX_TRANSACTIONS_PER_YEAR }),
  agentSplit: rates,
  annualCap: fc.option(amounts, { nil: undefined }),
  monthlyFee: amounts,
});

const open = (query: string) =>
  calculatorFromQuery(
    query.split('&').map((pair): [string, string] => {
      const [key = '', value = ''] = pair.split('=');
      return [key, value];
    }),
  );

describe('a link', () => {
  test('says only what differs from the default', () => {
    expect(calculatorToQuery(DEFAULT_CALCULATOR, 2)).toBe('');
    const calculator = { ...DEFAULT_CALCULATOR, price: 1_200_000_50, rate: 2_00, shortSale: true };
    expect(calculatorToQuery(calculator, 1)).toBe('price=1200000.5&rate=2&shortsale=yes');
    expect(calculatorToQuery(calculator, 12)).toBe('price=1200000.5&rate=2&shortsale=yes&fees=12');
  });

  test('opens the calculator it was made from, and needs no encoding', () => {
    fc.assert(
      fc.property(calculators, fc.integer({ min: 1, max: 999 }), (calculator, fees) => {
        const query = calculatorToQuery(calculator, fees);
        expect(open(query)).toEqual(calculator);
        expect(query).toMatch(/^[a-z0-9.=&]*$/);
      }),
    );
  });

  test('names the version of its fees; one that names none is by the first', () => {
    const of = (fees: unknown) => feesOfLink([['fees', fees]]);
    expect([feesOfLink([]), of('7'), of('0'), of('-1'), of('x'), of('1e3'), of(5)]).toEqual([
      1, 7, 1, 1, 1, 1, 1,
    ]);
  });

  test('of the unchanged example says nothing; kept, it has its version of the fees', () => {
    expect(keptCalculation(DEFAULT_CALCULATOR, 1)).toBe('');
    expect(keptCalculation(DEFAULT_CALCULATOR, 2)).toBe('fees=2');
    const calculator = { ...DEFAULT_CALCULATOR, rate: 2_00 };
    expect(keptCalculation(calculator, 2)).toBe(calculatorToQuery(calculator, 2));
  });

  test('without anything opens the default', () => {
    expect(calculatorFromQuery([])).toEqual(DEFAULT_CALCULATOR);
  });

  test('reads amounts as people write them', () => {
    expect(open('price=$1,200,000&rate=3%').price).toBe(1_200_000_00);
    expect(open('price=$1,200,000&rate=3%').rate).toBe(3_00);
  });

  test('with one mangled value keeps the others', () => {
    const calculator = open(
      'type=lease&price=NaN&rate=101&commission=-5&by=foo&transactions=1e3&cap=x&split=60',
    );
    expect(calculator).toEqual({ ...DEFAULT_CALCULATOR, kind: 'lease', agentSplit: 60_00 });
  });

  test('of any garbage opens a calculator within bounds', () => {
    const keys = ['type', 'price', 'by', 'rate', 'commission', 'transactions', 'split', 'cap', 'monthly'];
    const values = fc.oneof(fc.string(), fc.double().map(String), fc.anything());
    const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string()), values));
    fc.assert(
      fc.property(pairs, (query) => {
        const calculator = calculatorFromQuery(query);
        const { price, commission, monthlyFee, annualCap = 0, rate, agentSplit } = calculator;
        expect([price, commission, monthlyFee, annualCap].every(isAmount)).toBe(true);
        expect([rate, agentSplit].every(isRate)).toBe(true);
        expect(closingStatement(calculatorTransaction(calculator), startFees).agentKeeps).toSatisfy(
          Number.isSafeInteger,
        );
      }),
    );
  });
});

test('a sale takes its commission by rate or by amount, a lease by amount alone', () => {
  const calculator: Calculator = { ...DEFAULT_CALCULATOR, coordinator: true };
  const sale = { kind: 'residential', price: 850_000_00, coordinator: true, shortSale: false };
  expect(calculatorTransaction(calculator)).toEqual({ ...sale, rate: 2_50 });
  expect(calculatorTransaction({ ...calculator, commissionBy: 'amount' })).toEqual({
    ...sale,
    commission: 5_000_00,
  });
  expect(calculatorTransaction({ ...calculator, kind: 'lease' })).toEqual({
    kind: 'lease',
    commission: 5_000_00,
  });
});

test('a number of transactions is whole and at most 1,000', () => {
  expect(['0', ' 12 ', '1000'].map(parseTransactions)).toEqual([0, 12, 1000]);
  for (const text of ['', '-1', '1.5', '1001', '1e2', 'NaN']) expect(parseTransactions(text)).toBeUndefined();
});
