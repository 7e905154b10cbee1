import { expect, it } from 'vitest';
import { figureFields, figureNames, figuresOf } from '../../../shared/fees/fee-figures.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import { pricesAround, toFigures, toTexts } from './fee-form.ts';

it.each([1_00, 1_50, 2_00, 5_00, 1_000_000_00])(
  'the examples of a tier from %i cents are different prices, from the lowest',
  (upperTierPrice) => {
    const prices = pricesAround({ ...startFees, upperTierPrice });
    expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b));
    expect(prices).toContain(upperTierPrice);
  },
);

it.each(['min', 'max'] as const)('the form reads back what it shows of the figures at their %s', (bound) => {
  const figures = figuresOf(startFees);
  expect(toFigures(toTexts(figures))).toEqual(figures);
  for (const name of figureNames) figures[name] = figureFields[name][bound];
  expect(toFigures(toTexts(figures))).toEqual(figures);
});
