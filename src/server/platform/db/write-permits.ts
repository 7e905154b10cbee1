/** Limits concurrent writers, so that those waiting for a lock leave connections to readers. */
export class WritePermits {
  #free: number;
  readonly #patience: number;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number, patience: number) {
    this.#free = permits;
    this.#patience = patience;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Returns the release function. @throws Error with code WRITERS_BUSY after `patience` milliseconds */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) {
      this.#free--;
      return this.#once();
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(proceed);
        reject(Object.assign(new Error('All connections that may write are busy'), { code: 'WRITERS_BUSY' }));
      }, this.#patience);
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(proceed);
    });
    return this.#once();
  }

  #once(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = this.#waiting;
      if (!next) {
        this.#free++;
        return;
      }
      this.#waiting.delete(next);
      next();
    };
  }
}
