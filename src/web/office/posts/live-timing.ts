import { second } from '../../../shared/time.ts';

/** A working stream sends data at once; a buffering proxy holds it back. */
const maxFirstSilence = 5 * second;
/** The server sends a heartbeat every 15 seconds. */
const maxSilence = 40 * second;

/** Aborts a connection that is silent for too long or whose page is hidden. */
export class Watch {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(streaming: boolean, signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
    this.#timer = setTimeout(this.#abort, streaming ? maxFirstSilence : maxSilence);
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
  // Over HTTP/1.1 a browser has six connections per host: background tabs must not use them up.
  #abortHidden = () => document.hidden && this.#abort();
}

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

/** Resolves early on abort and when the connection is back. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    // Jitter, so that clients do not all return at once after a server restart.
    const timer = setTimeout(end, milliseconds + Math.random() * second);
    signal.addEventListener('abort', end, { signal: over.signal });
    window.addEventListener('online', end, { signal: over.signal });
  });
}
