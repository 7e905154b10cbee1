import { describe, expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

function pieces(queue: ReturnType<typeof fairQueue>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (person: string, name: string) =>
    queue(person, () => {
      begun.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, add, end };
}

describe('fairQueue', () => {
  it('gives each person a turn, however many pieces another has brought before', async () => {
    const { begun, add, end } = pieces(fairQueue({ atOnce: 1, maxWaiting: 5 }));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void add(name.charAt(0), name);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      await new Promise(setImmediate);
      expect(begun.at(-1)).toBe(name);
      await end(name);
    }
    expect(begun).toHaveLength(6);
  });

  it('runs so many at once, and goes on after one that fails', async () => {
    const queue = fairQueue({ atOnce: 2, maxWaiting: 5 });
    const { begun, add, end } = pieces(queue);
    const failed = queue('a', () => Promise.reject(new Error('failed')));
    for (const name of ['b', 'c', 'd']) void add(name, name);
    await expect(failed).rejects.toThrow('failed');
    expect(begun).toEqual(['b', 'c']);
    await end('b');
    expect(begun).toEqual(['b', 'c', 'd']);
  });

  it('rejects the work of one person beyond the limit, and no one else', async () => {
    const { add, begun, end } = pieces(fairQueue({ atOnce: 1, maxWaiting: 2 }));
    for (const name of ['a1', 'a2', 'a3']) void add('a', name);
    await expect(add('a', 'a4')).rejects.toMatchObject({ status: 429, retryAfter: 1 });
    void add('b', 'b1');
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('rejects what is too much of all together with 503, and says so before', async () => {
    const queue = fairQueue({ atOnce: 1, maxWaiting: 2, maxInAll: 3 });
    const { add, end } = pieces(queue);
    for (const name of ['a1', 'a2', 'a3', 'b1']) void add(name.charAt(0), name);
    expect(['a', 'b'].map(queue.hasPlace)).toEqual([false, false]);
    await expect(add('b', 'b2')).rejects.toMatchObject({ status: 503 });
    await new Promise(setImmediate);
    await end('a1');
    expect(queue.state()).toEqual({ running: 1, waiting: 2 });
    expect(['b', 'c'].map(queue.hasPlace)).toEqual([true, true]);
    await end('a2');
    await end('b1');
    await end('a3');
    expect(queue.state()).toEqual({ running: 0, waiting: 0 });
  });
});
