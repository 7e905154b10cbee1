// First: before a translator has read the page.
import './written-islands.ts';
import { animateArticlesOnly } from './articles/title-transition.ts';
import { greetMember } from './auth/greet-member.ts';
import type { IslandMoment } from './Island.tsx';
import { isIslandName, islands } from './islands.ts';
import { watchNavigation } from './layout/watch-navigation.ts';
import { mayBeCounted } from './may-be-counted.ts';

declare global {
  interface PerformanceEntry {
    /** Only Chromium has it. */
    readonly deliveryType?: string;
  }
}

/** The only script on every public page: hydrates islands when needed. */

const waking = new WeakMap<HTMLElement, Promise<void>>();

/** Where to ask again for the script of an island that failed: browsers remember a failure of the same address. */
const again = new Map<string, string>();

async function load(name: keyof typeof islands): Promise<{ hydrate: (element: HTMLElement) => unknown }> {
  const other = again.get(name);
  try {
    return await (other ? import(/* @vite-ignore */ other) : islands[name]());
  } catch (error) {
    const address = String(error)
      .split(' ')
      .find((word) => word.endsWith('.js'));
    if (address) again.set(name, `${address}?again=${Date.now()}`);
    throw error;
  }
}

/** Hydrates once. A failure (offline, a new deployment) is retried next time. */
function wake(element: HTMLElement): Promise<void> {
  const { island } = element.dataset;
  if (!isIslandName(island)) return Promise.resolve();
  const known = waking.get(element);
  if (known) return known;
  const alive = load(island)
    .then(({ hydrate }) => hydrate(element))
    .then(() => {
      element.dataset.ready = '';
    });
  waking.set(element, alive);
  alive.catch(() => waking.delete(element));
  return alive;
}

/** Does not wait; the page works without an island that fails to load. */
const nudge = (element: HTMLElement) => void wake(element).catch(() => {});

/** Calls for an event in an island that is not hydrated, before anything else does. Touches of a document are passive. */
function onSleeping<T extends 'pointerover' | 'touchstart' | 'focusin' | 'click' | 'submit' | 'keydown'>(
  type: T,
  listener: (island: HTMLElement, event: DocumentEventMap[T], target: Element) => void,
): void {
  document.addEventListener(
    type,
    (event) => {
      const { target } = event;
      const island =
        target instanceof Element && target.closest<HTMLElement>('[data-island]:not([data-ready])');
      if (island) listener(island, event, target);
    },
    true,
  );
}

for (const type of ['pointerover', 'touchstart', 'focusin'] as const) onSleeping(type, nudge);

/** Stops an event of an island that is not hydrated; calls `again` once it is, or `otherwise` if that fails. */
function later(event: Event, island: HTMLElement, again: () => void, otherwise = () => {}): void {
  event.preventDefault();
  event.stopPropagation();
  wake(island).then(again, otherwise);
}

// Clicks, submits and the keys of tabs before hydration are captured and replayed, not lost.
onSleeping('click', (island, event, target) => {
  // The submit event that follows handles a form's own button.
  const button = target.closest<HTMLElement>('button:not([type=submit])');
  if (button) later(event, island, () => button.click());
});
onSleeping('submit', (island, event, form) => {
  if (!(form instanceof HTMLFormElement)) return;
  form.dataset.early = '';
  const natively = () => {
    delete form.dataset.early;
    if (form.method === 'post') form.submit();
  };
  later(event, island, () => form.requestSubmit(), natively);
});
onSleeping('keydown', (island, event, target) => {
  // An earlier key may have moved the focus to another tab by then.
  const tab = () => island.querySelector(':focus') ?? target;
  if (target.role === 'tab' && !event.altKey && /Arrow[LR]|Home|End/.test(event.key))
    later(event, island, () => tab().dispatchEvent(event));
});

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

/** In milliseconds after this script ran; Safari does not tell when it is idle. */
const soon = 200;

const islandsOf = (moment: IslandMoment) =>
  document.querySelectorAll<HTMLElement>(`[data-island][data-when="${moment}"]`);

/** A link within the page may change the query, so check at every change of the address. */
function wakeForQuery(): void {
  for (const element of islandsOf('query'))
    for (const name of new URLSearchParams(location.search).keys())
      if (element.querySelector(`[name="${CSS.escape(name)}"]`)) nudge(element);
}

for (const element of islandsOf('visible')) seen.observe(element);
for (const element of islandsOf('soon')) setTimeout(nudge, soon, element);
wakeForQuery();
addEventListener('hashchange', wakeForQuery);

// The server counts what it sends, except what is fetched ahead.
const [visit] = performance.getEntriesByType('navigation');
if (visit?.deliveryType === 'navigational-prefetch' && mayBeCounted())
  navigator.sendBeacon('/api/visits/read');

animateArticlesOnly();
watchNavigation();
void greetMember(wake);
