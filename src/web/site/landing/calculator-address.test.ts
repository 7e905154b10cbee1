import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_CALCULATOR } from '../../../shared/fees/calculator-link.ts';
import { linkedCalculator } from './calculator-address.ts';

afterEach(() => vi.unstubAllGlobals());

const at = (search: string) => {
  vi.stubGlobal('location', { search });
  return linkedCalculator();
};

it.each(['', '?utm_source=newsletter', '?fbclid=1&page=2', '?price=lots'])(
  'an address with "%s" is no calculator’s link',
  (search) => expect(at(search)).toBeUndefined(),
);

it('a link holds its figures, what cannot be read of them, and its version of the fees', () => {
  const price = { ...DEFAULT_CALCULATOR, price: 900_000_00 };
  expect(at('?utm_source=x&price=900000')).toEqual({ figures: price, unread: {}, fees: 1 });
  expect(at('?price=900000&fees=3')).toEqual({ figures: price, unread: {}, fees: 3 });
  expect(at('?price=850000,00')).toMatchObject({ unread: { price: '850000,00' } });
  // The unchanged example of an inquiry.
  expect(at('?fees=2')).toEqual({ figures: DEFAULT_CALCULATOR, unread: {}, fees: 2 });
});
