import { expect, it } from 'vitest';
import { commissionFor, emptyClosing } from './closing-form.ts';

it('the suggested percentage belongs to sales, and what was typed stays', () => {
  const lease = commissionFor('lease', emptyClosing);
  expect(lease).toEqual({ commissionBy: 'amount', commission: '' });
  expect(commissionFor('commercial', { ...emptyClosing, ...lease })).toEqual({
    commissionBy: 'rate',
    commission: '2.5',
  });
  for (const kind of ['lease', 'residential'] as const)
    expect(commissionFor(kind, { commissionBy: 'rate', commission: '3' })).toEqual({});
});
