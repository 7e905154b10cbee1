import { expect, it } from 'vitest';
import { nothingDecided, settleClosing } from '../../../shared/closings/closing.ts';
import { closingFields } from '../../../shared/closings/closing-fields.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import { settleable } from './decision-form.ts';

it('the preview names each due that the closing keeps as its statement will', () => {
  const entry = closingFields.parse({
    property: '1 Main St',
    kind: 'residential',
    price: 850_000_00,
    commission: { by: 'rate', rate: 2_50 },
  });
  const charge = (_id: string, amount: number, kind: 'annual' | 'carried' | 'other', reason: string) => ({
    _id,
    amount,
    label: '',
    reason: '',
    date: '2026-01-05T20:00:00.000Z',
    from: '',
    deduction: { kind, reason },
  });
  const charges = [
    charge('1', 100_00, 'annual', 'For the year from Jan 5, 2026'),
    charge('2', 60_00, 'other', 'Lost sign: It was left at the house'),
    charge('3', 95_00, 'carried', 'Processing: Bank approval work'),
    charge('4', 10_00, 'other', 'Not chosen'),
  ];
  const decisions = { ...nothingDecided, lines: [], deductions: [], carried: ['1', '2', '3'] };
  const { lines } = settleClosing(entry, settleable(decisions, { charges, otherSideGross: null }), startFees);
  expect(
    lines.filter(({ id }) => id === 'deduction').map(({ label, rule, amount }) => [label, rule, amount]),
  ).toEqual([
    ['Annual fee', 'For the year from Jan 5, 2026', -100_00],
    ['Deduction', 'Lost sign: It was left at the house', -60_00],
    ['Charge carried over', 'Processing: Bank approval work', -95_00],
  ]);
});
