import {
  type Calculator,
  calculatorFromQuery,
  calculatorToQuery,
  feesOfLink,
} from '../../../shared/calculator-link.ts';
import { type FieldValues, unreadFigures } from './calculator-form.ts';

const pause = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The calculator in the page's address, if any, and what of it was meant as a figure but cannot be read. */
export function linkedCalculator(): LinkedCalculator | undefined {
  if (!location.search) return undefined;
  const pairs = new URLSearchParams(location.search);
  return {
    figures: calculatorFromQuery(pairs),
    unread: unreadFigures(Object.fromEntries(pairs)),
    fees: feesOfLink(pairs),
  };
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
