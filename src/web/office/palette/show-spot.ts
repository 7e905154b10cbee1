import type { Spot } from './places.ts';

const patience = 10_000;
/** Milliseconds in which content that loads above the spot may still move it. */
const settling = 3000;

/** Focuses a spot of the page once it is there, as pages load what they show; gives up when the user goes on by themselves. */
export function showSpot(spot: Spot): void {
  const end = new AbortController();
  const { signal } = end;
  const observer = new MutationObserver(show);
  let shown: HTMLElement | undefined;
  signal.addEventListener('abort', () => observer.disconnect());
  for (const event of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    window.addEventListener(event, () => end.abort(), { signal });
  setTimeout(() => end.abort(), patience);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  show();

  function show(): void {
    if (signal.aborted) return;
    if (!shown) {
      shown = find(spot);
      if (!shown) return;
      setTimeout(() => end.abort(), settling);
      if (!shown.matches('input, textarea, select, button, a[href]')) shown.tabIndex = -1;
      shown.focus({ preventScroll: true });
    }
    shown.scrollIntoView({ block: 'center' });
  }
}

/** Returns the spot's element; undefined until it is there, or while another tab hides it. */
function find({ tab, text }: Spot): HTMLElement | undefined {
  const content = document.getElementById('content');
  if (!content) return undefined;
  const button = tab === undefined ? undefined : withText(content, '[role="tab"]', tab);
  if (tab !== undefined && !button) return undefined;
  if (button && button.ariaSelected !== 'true') button.click();
  if (text === undefined) return button;
  const found = withText(content, 'label, legend, h2, h3, [role="group"] > :first-child', text);
  if (!found?.checkVisibility()) return undefined;
  return found instanceof HTMLLabelElement ? (controlOf(found) ?? found) : found;
}

const controlOf = (label: HTMLLabelElement) =>
  label.control ?? label.parentElement?.querySelector<HTMLElement>('input, textarea, select');

const withText = (within: HTMLElement, selector: string, text: string) =>
  [...within.querySelectorAll<HTMLElement>(selector)].find((element) => element.textContent?.trim() === text);
