import { greetMember } from './account/greet-member.ts';
import { animateArticlesOnly } from './articles/title-transition.ts';
import { isIslandName, islands } from './islands.ts';
import { watchNavigation } from './layout/navigation.ts';

/** The only script that every public page loads: a few hundred lines less than a framework. */

const alive = new WeakMap<HTMLElement, Promise<void>>();

function wake(element: HTMLElement): Promise<void> {
  const known = alive.get(element);
  if (known) return known;
  const { island } = element.dataset;
  if (!isIslandName(island)) return Promise.resolve();
  const waking = islands[island]()
    .then(({ hydrate }) => hydrate(element))
    .then(() => {
      element.dataset.ready = '';
    });
  alive.set(element, waking);
  return waking;
}

const sleepingIsland = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-island]:not([data-ready])') : null;

for (const type of ['pointerover', 'touchstart', 'focusin'] as const) {
  document.addEventListener(
    type,
    ({ target }) => {
      const island = sleepingIsland(target);
      if (island) void wake(island);
    },
    { passive: true, capture: true },
  );
}

// A click or a submit that comes before its island is awake waits for it instead of being lost.
document.addEventListener(
  'click',
  (event) => {
    const island = sleepingIsland(event.target);
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    if (!island || !button) return;
    event.preventDefault();
    event.stopPropagation();
    void wake(island).then(() => button.click());
  },
  { capture: true },
);
document.addEventListener(
  'submit',
  (event) => {
    const island = sleepingIsland(event.target);
    if (!island || !(event.target instanceof HTMLFormElement)) return;
    const form = event.target;
    event.preventDefault();
    void wake(island).then(() => form.requestSubmit());
  },
  { capture: true },
);

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      void wake(target);
    }
  },
  { rootMargin: '200px' },
);

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 200);

for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  if (element.dataset.when === 'visible') seen.observe(element);
  if (element.dataset.when === 'idle') whenIdle(() => void wake(element));
}

animateArticlesOnly();
watchNavigation();
void greetMember(wake);
