import { unavailable } from './http-error.ts';

interface Waiting {
  weight: number;
  start: () => void;
}

/**
 * Lets pieces of work begin in the order in which they come, as long as those under way weigh no more than
 * `capacity` together.
 */
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

/** Lets at most `max` pieces of work in at once: each holds memory, even while it waits. @throws 503 */
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

/** Work of one key runs one piece after another; that of different keys at the same time. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    // The next piece runs whatever became of this one.
    const settled = turn.catch(() => {});
    last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
