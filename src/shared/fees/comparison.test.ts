import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT, MAX_RATE } from '../money.ts';
import { comparison, MAX_TRANSACTIONS_PER_YEAR } from './comparison.ts';
import { startFees, type Transaction } from './fees.ts';

const home: Transaction = { kind: 'residential', price: 850_000_00, rate: 2_50 };
const amounts = fc.integer({ min: 0, max: MAX_AMOUNT });
const counts = fc.integer({ min: 0, max: MAX_TRANSACTIONS_PER_YEAR });
const splits = fc.record({
  agentSplit: fc.integer({ min: 0, max: MAX_RATE }),
  annualCap: fc.option(amounts, { nil: undefined }),
  monthlyFee: amounts,
});

test('compares one transaction without, and a year with, annual and monthly fees', () => {
  const split = { agentSplit: 70_00, annualCap: undefined, monthlyFee: 50_00 };
  expect(comparison(home, 10, split, startFees)).toEqual({
    perTransaction: {
      here: { grossCommission: 21_250_00, fees: 600_00, agentKeeps: 20_650_00 },
      there: { grossCommission: 21_250_00, brokerageTakes: 6_375_00, agentKeeps: 14_875_00 },
      difference: 5_775_00,
    },
    perYear: {
      here: { grossCommission: 212_500_00, fees: 6_000_00, annualFee: 100_00, agentKeeps: 206_400_00 },
      there: {
        grossCommission: 212_500_00,
        brokerageTakes: 63_750_00,
        monthlyFees: 600_00,
        agentKeeps: 148_150_00,
      },
      difference: 58_250_00,
    },
  });
});

test('the cap bounds the split of a year, and of a first transaction that exceeds it', () => {
  const takes = (annualCap: number) => {
    const capped = { agentSplit: 70_00, annualCap, monthlyFee: 0 };
    const { perTransaction, perYear } = comparison(home, 2, capped, startFees);
    return [perTransaction.there.brokerageTakes, perYear.there.brokerageTakes];
  };
  expect(takes(12_750_01)).toEqual([6_375_00, 12_750_00]);
  expect(takes(12_749_99)).toEqual([6_375_00, 12_749_99]);
  expect(takes(6_000_00)).toEqual([6_000_00, 6_000_00]);
  expect(takes(0)).toEqual([0, 0]);
});

test('says so when the split brokerage leaves more', () => {
  const { perTransaction, perYear } = comparison(
    home,
    0,
    { agentSplit: MAX_RATE, annualCap: 0, monthlyFee: 0 },
    startFees,
  );
  expect(perTransaction.difference).toBe(-600_00);
  expect(perYear.difference).toBe(-100_00);
});

test('adds up in whole cents for every split, at the bounds too', () => {
  fc.assert(
    fc.property(amounts, counts, splits, (amount, count, split) => {
      const result = comparison({ kind: 'lease', commission: amount }, count, split, startFees);
      const { here, there, difference } = result.perYear;
      expect(here.agentKeeps + here.fees + here.annualFee).toBe(amount * count);
      expect(there.agentKeeps + there.brokerageTakes + there.monthlyFees).toBe(amount * count);
      expect(difference).toBe(here.agentKeeps - there.agentKeeps);
      expect([...Object.values(here), ...Object.values(there)].every(Number.isSafeInteger)).toBe(true);
      expect(there.brokerageTakes).toBeLessThanOrEqual(split.annualCap ?? amount * count);
    }),
  );
});
