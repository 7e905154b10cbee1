import { type Calculator, calculatorFromQuery, calculatorToQuery } from '../../../shared/calculator-link.ts';
import { type FieldValues, unreadFigures } from './calculator-form.ts';

const pause = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The calculator in the page's address, if any, and what of it was meant as a figure but cannot be read. */
export function linkedCalculator(): LinkedCalculator | undefined {
  if (!location.search) return undefined;
  const pairs = new URLSearchParams(location.search);
  return { figures: calculatorFromQuery(pairs), unread: unreadFigures(Object.fromEntries(pairs)) };
}

interface LinkedCalculator {
  figures: Calculator;
  unread: FieldValues;
}

export const addressOf = (calculator: Calculator): string => `${withoutHash(calculator)}#calculator`;

function withoutHash(calculator: Calculator): string {
  const query = calculatorToQuery(calculator);
  return `${location.origin}${location.pathname}${query && `?${query}`}`;
}

/** Debounced: browsers limit history changes. */
export function keepInAddress(calculator: Calculator, hash = '#calculator'): void {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, '', `${withoutHash(calculator)}${hash}`), pause);
}
