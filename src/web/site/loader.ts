import { animateArticlesOnly } from './articles/title-transition.ts';
import { greetMember } from './auth/greet-member.ts';
import type { IslandMoment } from './Island.tsx';
import { isIslandName, islands } from './islands.ts';
import { watchNavigation } from './layout/navigation.ts';

/** The only script that every public page loads: it brings the islands to life, each when its moment comes. */

const waking = new WeakMap<HTMLElement, Promise<void>>();

/** Brings an island to life once. A failure (offline, a new version just put in place) is tried again next time. */
function wake(element: HTMLElement): Promise<void> {
  const { island } = element.dataset;
  if (!isIslandName(island)) return Promise.resolve();
  const known = waking.get(element);
  if (known) return known;
  const alive = islands[island]()
    .then(({ hydrate }) => hydrate(element))
    .then(() => {
      element.dataset.ready = '';
    });
  waking.set(element, alive);
  alive.catch(() => waking.delete(element));
  return alive;
}

/** Wakes without waiting; the page reads on without an island that cannot be loaded. */
const nudge = (element: HTMLElement) => void wake(element).catch(() => {});

const sleepingIsland = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-island]:not([data-ready])') : null;

for (const type of ['pointerover', 'touchstart', 'focusin'] as const) {
  document.addEventListener(
    type,
    ({ target }) => {
      const island = sleepingIsland(target);
      if (island) nudge(island);
    },
    { passive: true, capture: true },
  );
}

/** Keeps an event from a sleeping island and does `again` once it is awake, `otherwise` if it cannot be woken. */
function later(event: Event, island: HTMLElement, again: () => void, otherwise = () => {}): void {
  event.preventDefault();
  event.stopPropagation();
  wake(island).then(again, otherwise);
}

// A click or a submit that comes before its island is awake waits for it instead of being lost.
document.addEventListener(
  'click',
  (event) => {
    const island = sleepingIsland(event.target);
    // A form's own button is the business of the submit that follows.
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button:not([type=submit])') : null;
    if (island && button) later(event, island, () => button.click());
  },
  { capture: true },
);
document.addEventListener(
  'submit',
  (event) => {
    const island = sleepingIsland(event.target);
    const form = event.target;
    if (!island || !(form instanceof HTMLFormElement)) return;
    form.dataset.early = '';
    const natively = () => {
      delete form.dataset.early;
      if (form.method === 'post') form.submit();
    };
    later(event, island, () => form.requestSubmit(), natively);
  },
  { capture: true },
);

// What was submitted before this script was here: see the inline script.
document.querySelector<HTMLFormElement>('form[data-early]')?.requestSubmit();

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      nudge(target);
    }
  },
  { rootMargin: '200px' },
);

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200);

const islandsOf = (moment: IslandMoment) =>
  document.querySelectorAll<HTMLElement>(`[data-island][data-when="${moment}"]`);

/** A link within the page may bring a query as well, so that this happens at every change of the address. */
function wakeForQuery(): void {
  const names = [...new URLSearchParams(location.search).keys()].map(
    (name) => `[name="${CSS.escape(name)}"]`,
  );
  for (const element of islandsOf('query')) {
    if (names.some((field) => element.querySelector(field))) nudge(element);
  }
}

for (const element of islandsOf('visible')) seen.observe(element);
for (const element of islandsOf('idle')) whenIdle(() => nudge(element));
wakeForQuery();
addEventListener('hashchange', wakeForQuery);

animateArticlesOnly();
watchNavigation();
void greetMember(wake);
