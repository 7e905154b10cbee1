import type { Hydrate } from '../island-names.ts';
import { type Autoplay, autoplay } from './autoplay.ts';

/** Time between turns and duration of a turn, in milliseconds (docs/product.md P7.6). */
const turnEvery = 3500;
const transition = 1000;
/** In pixels. */
const swipe = 40;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Plain DOM: it runs for every visitor who scrolls this far. */
export const hydrate: Hydrate = async (element) => {
  const slides = element.querySelector<HTMLElement>('[data-slides]');
  if (!slides) return;
  await addOthers(element, slides);
  const turn = turning(element);
  const auto = autoplay(
    () => turn(1),
    turnEvery,
    // Automatic turns are not announced.
    (running) => slides.setAttribute('aria-live', running ? 'off' : 'polite'),
  );
  const turnByHand = (step: 1 | -1) => {
    turn(step);
    auto.restart();
  };
  watchAttention(element, auto);
  watchSwipes(slides, turnByHand);
  watchButtons(element, auto, turnByHand);
};

/** Adds the other slides, as the landing page holds only the first. @throws Error when their page can't be read */
async function addOthers(element: HTMLElement, slides: HTMLElement): Promise<void> {
  const link = element.querySelector<HTMLAnchorElement>('a[data-all]');
  if (!link) return;
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`The testimonials answer ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [, ...others] = page.querySelectorAll('[data-slides] > .slide');
  slides.append(...others);
  for (const slide of slides.children) slide.setAttribute('aria-roledescription', 'slide');
}

function turning(element: HTMLElement): (step: 1 | -1) => void {
  const slides = [...element.querySelectorAll<HTMLElement>('.slide')];
  const position = element.querySelector('[data-position]');
  let current = 0;
  return (step) => {
    const from = slides[current];
    current = (current + step + slides.length) % slides.length;
    const to = slides[current];
    from?.removeAttribute('data-current');
    to?.setAttribute('data-current', '');
    move(from, '0', `${-100 * step}%`);
    move(to, `${100 * step}%`, '0');
    if (position) position.textContent = String(current + 1);
  };
}

function move(slide: HTMLElement | undefined, from: string, to: string): void {
  for (const unfinished of slide?.getAnimations() ?? []) unfinished.cancel();
  if (reducedMotion.matches) return;
  slide?.animate(
    { transform: [`translateX(${from})`, `translateX(${to})`], visibility: ['visible', 'visible'] },
    { duration: transition, easing: 'cubic-bezier(0.6, 0, 0.2, 1)' },
  );
}

/** Stops under pointer or focus, off screen, and with prefers-reduced-motion. */
function watchAttention(element: HTMLElement, auto: Autoplay): void {
  element.addEventListener('pointerenter', ({ pointerType }) =>
    auto.setReason('pointer', pointerType === 'mouse'),
  );
  element.addEventListener('pointerleave', () => auto.setReason('pointer', false));
  element.addEventListener('focusin', () => auto.setReason('focus', true));
  element.addEventListener('focusout', () => auto.setReason('focus', false));
  document.addEventListener('visibilitychange', () => auto.setReason('hidden-tab', document.hidden));
  auto.setReason('off-screen', true);
  new IntersectionObserver(([entry]) => auto.setReason('off-screen', !entry?.isIntersecting)).observe(
    element,
  );
}

function watchSwipes(slides: HTMLElement, turnByHand: (step: 1 | -1) => void): void {
  let start = 0;
  slides.addEventListener('pointerdown', ({ clientX }) => {
    start = clientX;
  });
  slides.addEventListener('pointerup', ({ clientX, pointerType }) => {
    const moved = clientX - start;
    if (pointerType === 'touch' && Math.abs(moved) > swipe) turnByHand(moved < 0 ? 1 : -1);
  });
}

function watchButtons(element: HTMLElement, auto: Autoplay, turnByHand: (step: 1 | -1) => void): void {
  const pause = element.querySelector<HTMLElement>('[data-action="pause"]');
  const setPaused = (paused: boolean) => {
    auto.setReason('paused', paused);
    element.toggleAttribute('data-paused', paused);
    pause?.setAttribute('aria-label', `${paused ? 'Play' : 'Pause'} testimonials`);
  };
  setPaused(reducedMotion.matches);

  element.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.dataset.action === 'next') turnByHand(1);
    if (button?.dataset.action === 'previous') turnByHand(-1);
    if (button?.dataset.action === 'unfold') {
      unfold(button);
      setPaused(true);
    }
    if (button !== pause) return;
    const paused = !element.hasAttribute('data-paused');
    setPaused(paused);
    // Pressing Play overrides the pointer and focus that are still here.
    if (!paused) for (const reason of ['pointer', 'focus'] as const) auto.setReason(reason, false);
  });
}

function unfold(button: HTMLElement): void {
  const unfolded = button.closest('figure')?.toggleAttribute('data-unfolded');
  button.setAttribute('aria-expanded', String(unfolded));
}
