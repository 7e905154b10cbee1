import { tooMany } from './http-error.ts';

/**
 * Runs `atOnce` pieces of work; those waiting start round-robin by person. @throws 429 beyond `maxWaiting` of one
 * person
 */
export function fairQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let underWay = 0;
  const waiting = new Map<string, (() => void)[]>();

  function startNext(): void {
    for (const [person, [start, ...rest]] of waiting) {
      if (underWay >= atOnce) return;
      waiting.delete(person);
      if (rest.length > 0) waiting.set(person, rest);
      underWay++;
      start?.();
    }
  }

  const turn = async <T>(person: string, work: () => Promise<T>): Promise<T> => {
    const own = waiting.get(person) ?? [];
    if (own.length >= maxWaiting) throw tooMany(1);
    await new Promise<void>((start) => {
      waiting.set(person, [...own, start]);
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
  const state = () => ({
    running: underWay,
    waiting: [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
  });
  return Object.assign(turn, { state });
}
