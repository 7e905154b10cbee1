import { ownCalculation } from '../../../shared/fees/calculation-label.ts';
import { feesFromText } from '../../../shared/fees/fees.ts';

/** A module of its own, so that the form loads without the calculator's code. `fees` as feesToText. */
export const inOwnWords = (query: string, fees: string): string =>
  ownCalculation(new URLSearchParams(query), feesFromText(fees));
