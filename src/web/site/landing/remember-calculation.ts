import { type Calculator, keptCalculation } from '../../../shared/fees/calculator-link.ts';
import { calculationKey, memory, reportVisit } from '../visit-notes.ts';

/** For the contact form. An unchanged example counts, too: the person has used it. */
export function rememberCalculation(calculator: Calculator, fees: number): void {
  const value = keptCalculation(calculator, fees) || 'type=residential';
  memory.set(calculationKey, value);
  try {
    sessionStorage.setItem(calculationKey, value);
  } catch {
    // Storage is blocked.
  }
  reportVisit('calculator');
}
