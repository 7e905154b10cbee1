import { type Calculator, calculatorFromQuery, calculatorToQuery } from '../../../shared/calculator-link.ts';

const pause = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The calculator that the page's address asks for; undefined when it asks for none. */
export function linkedCalculator(): Calculator | undefined {
  return location.search ? calculatorFromQuery(new URLSearchParams(location.search)) : undefined;
}

/** The address that opens the page with this calculator. */
export const addressOf = (calculator: Calculator): string => `${withoutHash(calculator)}#calculator`;

/** To be called before a link to '#calculator' is followed: the full calculator then takes up what is shown here. */
export function handOver(calculator: Calculator): void {
  // Without the hash, since only a changed hash tells the calculator to look.
  history.replaceState(null, '', withoutHash(calculator));
}

function withoutHash(calculator: Calculator): string {
  const query = calculatorToQuery(calculator);
  return `${location.origin}${location.pathname}${query && `?${query}`}`;
}

/** Makes the page's address a link to this calculator; after a pause, since browsers refuse changes at every key. */
export function keepInAddress(calculator: Calculator): void {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, '', addressOf(calculator)), pause);
}
