import type { Calculator } from '../../../shared/fees/calculator-link.ts';

/** The input typed into either calculator of the page; the other one shows it, too. */
let current: Calculator | undefined;

type Listener = (calculator: Calculator, from: HTMLFormElement) => void;
const listeners = new Set<Listener>();

export const typedFigures = (): Calculator | undefined => current;

export function shareFigures(calculator: Calculator, from: HTMLFormElement): void {
  current = calculator;
  for (const listener of listeners) listener(calculator, from);
  // A calculator that has not been touched has no script yet: the loader takes this for a touch.
  for (const island of document.querySelectorAll('[data-island="closing-slip"], [data-island="calculator"]'))
    if (!island.contains(from)) island.dispatchEvent(new Event('pointerover'));
}

/** Returns what ends it. */
export function followFigures(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
