import fc from 'fast-check';
import type { FeeSchedule } from '../src/shared/fees.ts';
/** Every schedule that the office can publish. */
export declare const generatedFees: fc.Arbitrary<FeeSchedule>;
