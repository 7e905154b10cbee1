import type { Hydrate } from '../island-names.ts';
import { type Autoplay, autoplay } from './autoplay.ts';

/**
 * From the start of one turn to the start of the next, and how long a turn takes (docs/product.md P7.6), in
 * milliseconds.
 */
const interval = 3500;
const transition = 1000;
/** A finger that moves further, in pixels, means to turn. */
const swipe = 40;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Turns the testimonials. Plain DOM: it runs for everybody who scrolls that far, and needs no framework. */
export const hydrate: Hydrate = async (element) => {
  const slides = element.querySelector<HTMLElement>('[data-slides]');
  if (!slides) return;
  const turn = turning(element);
  const auto = autoplay(
    () => turn(1),
    interval,
    // What turns by itself is not announced at every turn.
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

/** What shows the next testimonial or the one before, round and round. */
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
    // The one that leaves is hidden already, by its style, and stays in sight until it is gone.
    { transform: [`translateX(${from})`, `translateX(${to})`], visibility: ['visible', 'visible'] },
    { duration: transition, easing: 'cubic-bezier(0.6, 0, 0.2, 1)' },
  );
}

/** Nothing turns under a pointer or the focus, out of sight, or for those who asked for less motion. */
function watchAttention(element: HTMLElement, auto: Autoplay): void {
  element.addEventListener('pointerenter', ({ pointerType }) =>
    auto.mind('pointer', pointerType === 'mouse'),
  );
  element.addEventListener('pointerleave', () => auto.mind('pointer', false));
  element.addEventListener('focusin', () => auto.mind('focus', true));
  element.addEventListener('focusout', () => auto.mind('focus', false));
  document.addEventListener('visibilitychange', () => auto.mind('hidden-tab', document.hidden));
  auto.mind('off-screen', true);
  new IntersectionObserver(([entry]) => auto.mind('off-screen', !entry?.isIntersecting)).observe(element);
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
    auto.mind('paused', paused);
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
    // Who presses Play is still there with the pointer and the focus, and means it.
    if (!paused) for (const reason of ['pointer', 'focus'] as const) auto.mind(reason, false);
  });
}

function unfold(button: HTMLElement): void {
  const unfolded = button.closest('figure')?.toggleAttribute('data-unfolded');
  button.setAttribute('aria-expanded', String(unfolded));
}
