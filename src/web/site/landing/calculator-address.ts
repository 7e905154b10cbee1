import {
  type Calculator,
  calculatorFromQuery,
  calculatorToQuery,
  feesOfLink,
  keptCalculation,
} from '../../../shared/fees/calculator-link.ts';
import { type FieldValues, unreadFigures } from './calculator-form.ts';

const pause = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The calculator in the page's address, and what of it was meant as a figure but cannot be read; undefined for an
 * address that names no figure, such as a campaign's.
 */
export function linkedCalculator(): LinkedCalculator | undefined {
  if (!location.search) return undefined;
  const pairs = new URLSearchParams(location.search);
  const figures = calculatorFromQuery(pairs);
  const unread = unreadFigures(Object.fromEntries(pairs));
  const fees = feesOfLink(pairs);
  const namesNone = keptCalculation(figures, fees) === '' && Object.keys(unread).length === 0;
  return namesNone ? undefined : { figures, unread, fees };
}

interface LinkedCalculator {
  figures: Calculator;
  unread: FieldValues;
  /** The version by which the link was made. */
  fees: number;
}

export const addressOf = (calculator: Calculator, fees: number): string =>
  `${withoutHash(calculator, fees)}#calculator`;

function withoutHash(calculator: Calculator, fees: number): string {
  const query = calculatorToQuery(calculator, fees);
  return `${location.origin}${location.pathname}${query && `?${query}`}`;
}

/** Debounced: browsers limit history changes. */
export function keepInAddress(calculator: Calculator, fees: number, hash = '#calculator'): void {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, '', `${withoutHash(calculator, fees)}${hash}`), pause);
}
