import { type FeeSchedule, feesFromText } from '../../../shared/fees/fees.ts';

/** The fees that this page was made with; they travel once, in an attribute of its first section. */
export const feesOfPage = (): FeeSchedule =>
  feesFromText(document.querySelector<HTMLElement>('[data-fees]')?.dataset.fees ?? '');
