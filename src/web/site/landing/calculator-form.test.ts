import { describe, expect, it } from 'vitest';
import { DEFAULT_CALCULATOR } from '../../../shared/fees/calculator-link.ts';
import { unreadPercent } from '../../../shared/money.ts';
import { fieldErrors, fieldValues, isQuoted, tidied } from './calculator-form.ts';

const standard = fieldValues(DEFAULT_CALCULATOR);
const mistaken = (changes: object) => Object.keys(fieldErrors({ ...standard, ...changes }));

describe('fieldErrors', () => {
  it('finds nothing wrong with what the fields show first', () => {
    expect(mistaken({})).toEqual([]);
  });

  it('names every field in use that cannot be read', () => {
    const wrong = {
      price: 'a lot',
      rate: '101',
      transactions: '1.5',
      split: '',
      cap: '-1',
      monthly: '1,000,000,001',
    };
    expect(mistaken(wrong)).toEqual(['price', 'rate', 'transactions', 'split', 'cap', 'monthly']);
  });

  it('lets a cap and a monthly fee be empty', () => {
    expect(mistaken({ cap: ' ', monthly: '' })).toEqual([]);
  });

  it('ignores fields that the kind of transaction does not ask for', () => {
    expect(mistaken({ type: 'lease', price: 'x', rate: 'x' })).toEqual([]);
    expect(mistaken({ by: 'amount', rate: 'x' })).toEqual([]);
    expect(mistaken({ by: 'rate', commission: 'x' })).toEqual([]);
    expect(mistaken({ type: 'new-construction-referral', commission: 'x', split: 'x' })).toEqual([]);
  });

  it('judges only the fields that a form has', () => {
    expect(fieldErrors({ price: '850,000', rate: '' })).toEqual({
      rate: unreadPercent,
    });
  });
});

describe('isQuoted', () => {
  it('is so only for new construction referrals', () => {
    expect(isQuoted({ type: 'new-construction-referral' })).toBe(true);
    expect(isQuoted({ type: 'referral' })).toBe(false);
  });
});

describe('tidied', () => {
  it('groups the digits of amounts and leaves the rest as typed', () => {
    expect(tidied('price', '1200000.5')).toBe('1,200,000.50');
    expect(tidied('price', 'a lot')).toBe('a lot');
    expect(tidied('rate', '2.50')).toBe('2.50');
  });
});
