import fc from 'fast-check';
import { figureFields } from './fee-figures.ts';
import type { FeeFigures, FeeSchedule } from './fees.ts';

/** Any figure that can be published, 0 and the bounds often. */
function figure(name: keyof FeeFigures): fc.Arbitrary<number> {
  const { min, max } = figureFields[name];
  return fc.oneof(fc.constant(min), fc.constant(max), fc.integer({ min, max }));
}

/** Every schedule that the office can publish. */
export const generatedFees: fc.Arbitrary<FeeSchedule> = fc.record({
  version: fc.integer({ min: 1, max: 999 }),
  sale: figure('sale'),
  errorsAndOmissions: figure('errorsAndOmissions'),
  upperTierPrice: figure('upperTierPrice'),
  upperTierRate: figure('upperTierRate'),
  upperTierStep: figure('upperTierStep'),
  upperTierFeePerStep: figure('upperTierFeePerStep'),
  lease: figure('lease'),
  leaseRate: figure('leaseRate'),
  referral: figure('referral'),
  referralRate: figure('referralRate'),
  coordinator: figure('coordinator'),
  shortSale: figure('shortSale'),
  annual: figure('annual'),
});
