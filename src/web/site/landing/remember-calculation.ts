import { calculationKey, memory, reportVisit } from '../visit-notes.ts';

/** For the contact form. An unchanged example counts, too: the person has used it. */
export function rememberCalculation(query: string): void {
  const value = query || 'type=residential';
  memory.set(calculationKey, value);
  try {
    sessionStorage.setItem(calculationKey, value);
  } catch {
    // Storage is blocked.
  }
  reportVisit('calculator');
}
