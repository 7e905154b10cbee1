import { type Calculator, calculatorToQuery } from '../../../shared/calculator-link.ts';
import { calculationKey, memory, reportVisit } from '../visit-notes.ts';

/** For the contact form. An unchanged example counts, too: the person has used it. */
export function rememberCalculation(calculator: Calculator, fees: number): void {
  const value = calculatorToQuery(calculator, fees) || `type=residential${fees === 1 ? '' : `&fees=${fees}`}`;
  memory.set(calculationKey, value);
  try {
    sessionStorage.setItem(calculationKey, value);
  } catch {
    // Storage is blocked.
  }
  reportVisit('calculator');
}
