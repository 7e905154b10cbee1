/** Focuses the page's heading, as a page load would. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });

let expected: { pathname: string; arrive: () => void } | undefined;

/** Sets what to do in place of focusing the heading, once the next page is shown. */
export function onArrivalAt(pathname: string, arrive: () => void): void {
  expected = { pathname, arrive };
}

/** Runs the arrival's action. Any other is dropped, as its user went to another page in the end. */
export function arriveAt(pathname: string): void {
  const arrive = expected?.pathname === pathname ? expected.arrive : focusHeading;
  expected = undefined;
  arrive();
}
