import type { EditorView } from 'prosemirror-view';
import type { RefObject } from 'react';
import { alerts } from '../../../ui/alerts.ts';
import type { Covered } from './places.ts';

interface Page {
  bar: HTMLElement | null;
  covered: RefObject<Covered>;
  flush: () => void;
  isUploading: () => boolean;
  onScroll: () => void;
}

/** Follows the page and the form that an editor is in. Returns what ends it. */
export function followPage(
  view: EditorView,
  { bar, covered, flush, isUploading, onScroll }: Page,
): () => void {
  const form = view.dom.closest('form');
  const buttons = form?.querySelector<HTMLElement>('[data-bar]');
  const notice = document.querySelector<HTMLElement>('[data-notice]');
  const measure = new ResizeObserver(() => {
    // It sticks below all that is above it.
    const top = bar ? Number.parseFloat(getComputedStyle(bar).top) + bar.offsetHeight : 0;
    covered.current = { top, bottom: 0 };
    const margin = { top: top + 16, bottom: 24, left: 0, right: 0 };
    view.setProps({ scrollMargin: margin, scrollThreshold: margin });
  });
  for (const each of [bar, buttons, notice]) if (each) measure.observe(each);
  // Before the form reads its values.
  const beforeSubmit = (event: SubmitEvent) => {
    flush();
    if (!isUploading()) return;
    event.preventDefault();
    event.stopPropagation();
    alerts.add({ message: 'Wait for the images to finish uploading', type: 'danger' });
  };
  form?.addEventListener('submit', beforeSubmit, { capture: true });
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener('pagehide', flush, { signal });
  document.addEventListener('visibilitychange', flush, { signal });
  addEventListener('scroll', onScroll, { passive: true, signal });
  addEventListener('pointermove', stepForward, { signal });
  addEventListener('pointerdown', stepForward, { signal });
  return () => {
    measure.disconnect();
    form?.removeEventListener('submit', beforeSubmit, { capture: true });
    ended.abort();
    stepForward();
  };
}

/** A browser that focuses the text puts the cursor at its start. ProseMirror puts it back only within 200 ms. */
export function keepCursor(view: EditorView): void {
  // At once: what selects after it has focused means what it selects. A pointer says itself where the cursor goes.
  if (!view.dom.matches(':active')) view.focus();
}

/** The office steps back while words are written. */
export function stepBack(): void {
  document.documentElement.dataset.writing = '';
}

export function stepForward(): void {
  delete document.documentElement.dataset.writing;
}
