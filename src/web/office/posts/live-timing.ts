import { second } from '../../../shared/time.ts';

/** A stream that works says something at once. Where a proxy keeps answers back until they end, it does not. */
const firstWord = 5 * second;
/** The server's heart beats every 15 seconds. */
const maxSilence = 40 * second;

/** Aborts a connection that is silent for too long, or that belongs to a page that nobody sees any more. */
export class Watch {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(streaming: boolean, signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
    this.#timer = setTimeout(this.#abort, streaming ? firstWord : maxSilence);
    document.addEventListener('visibilitychange', this.#abortHidden);
  }

  hear(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, maxSilence);
  }

  stop(): void {
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#abortHidden);
    this.#abort();
  }

  #abort = () => this.#controller.abort();
  // Over HTTP/1.1 a browser has six connections to a host: tabs in the background must not take them all.
  #abortHidden = () => document.hidden && this.#abort();
}

/** Waits until the page is seen, or the signal aborts. */
export function becomeVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Ends early with the signal, and when the connection is back. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    // With a little chance, so that not everybody comes back at once when a server has been restarted.
    const timer = setTimeout(end, milliseconds + Math.random() * second);
    signal.addEventListener('abort', end, { signal: over.signal });
    window.addEventListener('online', end, { signal: over.signal });
  });
}
