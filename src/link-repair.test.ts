import { expect, it } from 'vitest';
import { damagedFragments, damagedQueries } from '../test/damaged-links.ts';
import { fragmentToken } from './shared/articles/link-repair.ts';
import { calculatorFromQuery } from './shared/fees/calculator-link.ts';

it.each(damagedFragments)('the secret of the fragment %s', (fragment) => {
  expect(fragmentToken(fragment.replace('T', '-a_Z09-'))).toBe('-a_Z09-');
});

it('a link without a secret has none', () => {
  expect([fragmentToken(''), fragmentToken('#')]).toEqual(['', '']);
});

it.each(damagedQueries)('the calculation of %s', (query) => {
  expect(calculatorFromQuery(new URLSearchParams(query))).toMatchObject({ price: 1_200_000_00, rate: 2_00 });
});
