import { tooMany, unavailable } from './http-error.ts';

interface FairQueueOptions {
  atOnce: number;
  /** Limit for one person. */
  maxWaiting: number;
  /** Limit for all people together. */
  maxInAll?: number;
}

/**
 * Runs `atOnce` pieces of work; those waiting start round-robin by person. @throws 429 beyond `maxWaiting` of one
 * person; 503 beyond `maxInAll`
 */
export function fairQueue({ atOnce, maxWaiting, maxInAll = Number.POSITIVE_INFINITY }: FairQueueOptions) {
  let underWay = 0;
  let inAll = 0;
  const waiting = new Map<string, (() => void)[]>();

  function startNext(): void {
    for (const [person, [start, ...rest]] of waiting) {
      if (underWay >= atOnce) return;
      waiting.delete(person);
      if (rest.length > 0) waiting.set(person, rest);
      underWay++;
      inAll--;
      start?.();
    }
  }

  const turn = async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const own = waiting.get(person) ?? [];
    if (own.length >= maxWaiting) throw tooMany(1);
    if (inAll >= maxInAll) throw unavailable();
    await new Promise<void>((start) => {
      waiting.set(person, [...own, start]);
      inAll++;
      startNext();
    });
    try {
      return await work();
    } finally {
      underWay--;
      startNext();
    }
  };
  /** How much runs and how much waits. */
  const state = () => ({ running: underWay, waiting: inAll });
  /** Whether the person may bring one more piece. */
  const hasPlace = (person: string) => (waiting.get(person)?.length ?? 0) < maxWaiting && inAll < maxInAll;
  return Object.assign(turn, { state, hasPlace });
}
