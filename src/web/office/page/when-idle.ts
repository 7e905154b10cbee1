/** Does something in the first idle moment, such as loading what the first screen does not need. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 2000);
}

/** Does something in the first idle moment after the page was touched: by pointer, key or focus. */
export function whenTouched(work: () => void): void {
  const listening = new AbortController();
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
    addEventListener(
      event,
      () => {
        if (listening.signal.aborted) return;
        listening.abort();
        whenIdle(work);
      },
      { signal: listening.signal, capture: true, passive: true },
    );
  }
}
