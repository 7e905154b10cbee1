import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountExamples, decimalExamples, percentExamples, wholeExamples } from './fees/amount-examples.ts';
import {
  formatAmount,
  formatDocumentMoney,
  formatMoney,
  formatPercent,
  isAmount,
  isRate,
  MAX_AMOUNT,
  MAX_RATE,
  parseDecimal,
  parseMoney,
  parsePercent,
  parseSignedMoney,
  parseWhole,
  percentOf,
  toCsvAmount,
  toDecimal,
  withCents,
} from './money.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT });
const rates = fc.integer({ min: 0, max: MAX_RATE });

describe('money in documents', () => {
  test.each([
    [0, '$0.00', '0.00'],
    [-475_00, '−$475.00', '-475.00'],
    [850_000_50, '$850,000.50', '850000.50'],
    [MAX_AMOUNT, '$1,000,000,000.00', '1000000000.00'],
  ])('has two decimals: %d cents', (cents, shown, csv) => {
    expect(formatDocumentMoney(cents)).toBe(shown);
    expect(toCsvAmount(cents)).toBe(csv);
  });

  test('has them inside a text, too', () => {
    expect(withCents('2.5% of the $850,000 sales price, at least $12.50.')).toBe(
      '2.5% of the $850,000.00 sales price, at least $12.50.',
    );
    expect(withCents('$475 + $125 E&O, or $1,000,000.')).toBe('$475.00 + $125.00 E&O, or $1,000,000.00.');
    expect(withCents('10% of a $, 5 units')).toBe('10% of a $, 5 units');
    expect(withCents('the $1M bond, $500k, $12.5')).toBe('the $1M bond, $500k, $12.5');
  });
});

describe('parseMoney', () => {
  test.each(amountExamples)('of $typed', ({ typed, amount, difference }) => {
    expect(parseMoney(typed)).toBe(amount);
    expect(parseSignedMoney(typed)).toBe(difference);
  });

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

  const blanks = fc.constantFrom('', ' ', '\u00A0', '\u202F', '\u2009', '\u200B', '\uFEFF');
  const currencies = fc.constantFrom('', '$', '$ ', '$\u00A0');
  const minuses = fc.constantFrom('-', '−', '–');

  test('reads an amount with other blanks, marks and signs around it', () => {
    fc.assert(
      fc.property(amounts, blanks, currencies, blanks, minuses, (cents, before, currency, after, minus) => {
        const text = `${currency}${formatAmount(cents)}`;
        expect(parseMoney(`${before}${text}${after}`)).toBe(cents);
        expect(parseSignedMoney(`${before}${minus}${text}${after}`)).toBe(0 - cents);
        expect(parseSignedMoney(`${before}(${text})${after}`)).toBe(0 - cents);
        expect(parseMoney(`${before}${minus}${text}${after}`)).toBeUndefined();
      }),
    );
  });

  test('never reads more than was written: a comma before one or two, or more than three, last digits', () => {
    const digits = fc.integer({ min: 0, max: 9_999_999 });
    const decimals = fc.stringMatching(/^(\d{1,2}|\d{4,6})$/);
    const groups = fc.constantFrom('', '.', ' ', '\u00A0');
    fc.assert(
      fc.property(digits, decimals, groups, currencies, (whole, fraction, separator, currency) => {
        const grouped = whole.toLocaleString('en-US').replaceAll(',', separator);
        expect(parseMoney(`${currency}${grouped},${fraction}`)).toBeUndefined();
        expect(parseSignedMoney(`-${currency}${grouped},${fraction}`)).toBeUndefined();
      }),
    );
  });

  test('answers a valid amount or undefined, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,$ -()') }));
    fc.assert(
      fc.property(typed, (text) => {
        const cents = parseMoney(text);
        expect(cents === undefined || isAmount(cents)).toBe(true);
        const difference = parseSignedMoney(text);
        expect(difference === undefined || isAmount(Math.abs(difference))).toBe(true);
      }),
    );
  });
});

test.each(wholeExamples)('a whole number of $typed', ({ typed, whole }) => {
  expect(parseWhole(typed)).toBe(whole ?? Number.NaN);
});

test.each(decimalExamples)('a number of $typed', ({ typed, number }) => {
  expect(parseDecimal(typed)).toBe(number ?? Number.NaN);
});

describe('parsePercent', () => {
  test.each(percentExamples)('of $typed', ({ typed, rate }) => {
    expect(parsePercent(typed)).toBe(rate);
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
