import { tooMany, unavailable } from './http-error.ts';

interface Waiting {
  weight: number;
  start: () => void;
}

/** Starts work in order of arrival while the total weight of running work is at most `capacity`. */
export function semaphore(capacity: number) {
  let underWay = 0;
  const queue: Waiting[] = [];

  function startNext(): void {
    for (let next = queue[0]; next && underWay + next.weight <= capacity; next = queue[0]) {
      queue.shift();
      underWay += next.weight;
      next.start();
    }
  }

  return async <T>(weight: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((start) => {
      queue.push({ weight, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      underWay -= weight;
      startNext();
    }
  };
}

/** Admits at most `max` pieces of work, as each holds memory even while waiting. @throws 503 */
export function concurrencyLimit(max: number) {
  let inside = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= max) throw unavailable();
    inside++;
    try {
      return await work();
    } finally {
      inside--;
    }
  };
}

/** Admits at most `max` pieces of work of each key. @throws 429 */
export function concurrencyLimitOfEach(max: number) {
  const inside = new Map<string, number>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = inside.get(key) ?? 0;
    if (before >= max) throw tooMany(1);
    inside.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (inside.get(key) ?? 0) - 1;
      if (left > 0) inside.set(key, left);
      else inside.delete(key);
    }
  };
}

/** Runs the work of each key one by one; different keys run concurrently. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    // Runs the next piece even if this one fails.
    const settled = turn.catch(() => {});
    last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
