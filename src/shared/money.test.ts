import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAmount,
  formatMoney,
  formatPercent,
  isAmount,
  isRate,
  MAX_AMOUNT,
  MAX_RATE,
  parseMoney,
  parsePercent,
  percentOf,
  toDecimal,
} from './money.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT });
const rates = fc.integer({ min: 0, max: MAX_RATE });

describe('parseMoney', () => {
  test.each([
    ['$1,250,000.50', 1_250_000_50],
    ['850000', 850_000_00],
    [' $ 850 000 ', 850_000_00],
    ['850,00', 85_000_00],
    ['.5', 50],
    ['12.', 12_00],
    ['0', 0],
    ['1,000,000,000', MAX_AMOUNT],
  ])('reads %j', (text, cents) => {
    expect(parseMoney(text)).toBe(cents);
  });

  test.each(['', ' ', '$', '.', ',5', '1.234', '1.250.000', '1.2,5', '-5', '850k', '1e9', 'NaN', '5$'])(
    'rejects %j',
    (text) => {
      expect(parseMoney(text)).toBeUndefined();
    },
  );

  test('rejects more than $1,000,000,000, however long', () => {
    expect(parseMoney('1000000000.01')).toBeUndefined();
    expect(parseMoney('9'.repeat(400))).toBeUndefined();
  });

  test('reads back every way of writing an amount', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseMoney(formatMoney(cents))).toBe(cents);
        expect(parseMoney(formatAmount(cents))).toBe(cents);
        expect(parseMoney(toDecimal(cents))).toBe(cents);
      }),
    );
  });

  test('answers a valid amount or undefined, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,$ -') }));
    fc.assert(
      fc.property(typed, (text) => {
        const cents = parseMoney(text);
        expect(cents === undefined || isAmount(cents)).toBe(true);
      }),
    );
  });
});

describe('parsePercent', () => {
  test.each([
    ['2.5', 2_50],
    ['2.5 %', 2_50],
    ['.25%', 25],
    ['100', MAX_RATE],
    ['0', 0],
  ])('reads %j', (text, rate) => {
    expect(parsePercent(text)).toBe(rate);
  });

  test.each(['', '%', '.', '2,5', '2.125', '100.01', '-1', '2%5', 'two'])('rejects %j', (text) => {
    expect(parsePercent(text)).toBeUndefined();
  });

  test('reads back every way of writing a rate', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        expect(parsePercent(formatPercent(rate))).toBe(rate);
        expect(parsePercent(toDecimal(rate))).toBe(rate);
      }),
    );
  });
});

test('bounds are inclusive, and only whole numbers are within them', () => {
  expect([0, 1, MAX_AMOUNT].every(isAmount)).toBe(true);
  expect([-1, 0.5, MAX_AMOUNT + 1, Number.NaN, Number.POSITIVE_INFINITY, '5', null].some(isAmount)).toBe(
    false,
  );
  expect([0, MAX_RATE].every(isRate)).toBe(true);
  expect([-1, MAX_RATE + 1, Number.NaN].some(isRate)).toBe(false);
});

test('formats without cents when whole, with two otherwise, with a true minus sign', () => {
  expect(formatMoney(850_000_00)).toBe('$850,000');
  expect(formatMoney(50)).toBe('$0.50');
  expect(formatMoney(-475_00)).toBe('−$475');
  expect(formatAmount(1_250_000_50)).toBe('1,250,000.50');
  expect(formatPercent(2_50)).toBe('2.5%');
  expect(formatPercent(2_75)).toBe('2.75%');
});

test('percentOf rounds half up to the cent, exactly, up to the largest amount', () => {
  expect(percentOf(10, 5_00)).toBe(1);
  expect(percentOf(9, 5_00)).toBe(0);
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const exact = (BigInt(amount) * BigInt(rate) + 5_000n) / 10_000n;
      expect(percentOf(amount, rate)).toBe(Number(exact));
    }),
  );
});
