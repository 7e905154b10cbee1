import type { Location } from 'react-router';

const storageKey = 'scroll-positions';
/** Scroll positions by the key of the entry in the browser's history. */
const positions = new Map<string, number>();
let lastArrival: { of: Parameters<typeof scrollOnArrival>; scrolledTo: number } | undefined;

export function keepScroll({ key }: Location): void {
  positions.set(key, window.scrollY);
}

/** The browser itself would scroll before the screen has its height. Positions survive a reload. */
export function watchScroll(here: () => Location): void {
  history.scrollRestoration = 'manual';
  try {
    const stored: Record<string, number> = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    for (const [key, top] of Object.entries(stored)) positions.set(key, top);
  } catch {
    // Forbidden, or not ours: the page begins at its top.
  }
  // From then on the page must not jump.
  for (const event of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    window.addEventListener(event, () => {
      lastArrival = undefined;
    });
  window.addEventListener('pagehide', () => {
    keepScroll(here());
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
    } catch {
      // Full, or forbidden.
    }
  });
}

/** Where its user was on this screen, else at the part that the address names, else at the top. */
export function scrollOnArrival(
  { key, hash }: Pick<Location, 'key' | 'hash'>,
  returning: boolean,
  keepsScroll: boolean,
): void {
  const former = returning ? positions.get(key) : undefined;
  const part = hash ? document.getElementById(hash.slice(1)) : null;
  if (former !== undefined) window.scrollTo(0, former);
  else if (part) part.scrollIntoView();
  else if (!keepsScroll) window.scrollTo(0, 0);
  lastArrival = { of: [{ key, hash }, returning, keepsScroll], scrolledTo: window.scrollY };
}

/** Scrolls again when content is shown after arrival, unless its user has begun to use the page. */
export function scrollWhenShown(): void {
  if (lastArrival?.scrolledTo === window.scrollY) scrollOnArrival(...lastArrival.of);
}
