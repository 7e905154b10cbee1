import { tooMany } from './http-error.ts';

/**
 * Lets `atOnce` pieces of work run, and those that wait begin by turns, one of each person: who asks for much waits
 * behind who asks for little. More than `maxWaiting` of one person are turned away. @throws 429
 */
export function fairQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let underWay = 0;
  /** By person, in the order of their turns. */
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

  return async <T>(person: string, work: () => Promise<T>): Promise<T> => {
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
}
