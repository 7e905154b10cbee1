import { type Calculator, calculatorFromQuery, calculatorToQuery } from '../../../shared/calculator-link.ts';

const pause = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The calculator in the page's address, if any. */
export function linkedCalculator(): Calculator | undefined {
  return location.search ? calculatorFromQuery(new URLSearchParams(location.search)) : undefined;
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
