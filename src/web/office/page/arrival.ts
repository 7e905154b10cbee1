/** As a page load would. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });

let expected: { pathname: string; arrive: () => void } | undefined;

/** What to do in place of focusing the heading, once the page that is being gone to is shown. */
export function onArrivalAt(pathname: string, arrive: () => void): void {
  expected = { pathname, arrive };
}

/** Ends any expectation: of a page that its user did not go to in the end, too. */
export function arriveAt(pathname: string): void {
  const arrive = expected?.pathname === pathname ? expected.arrive : focusHeading;
  expected = undefined;
  arrive();
}
