import { describe, expect, it } from 'vitest';
import { concurrencyLimit, semaphore } from './semaphore.ts';

function work(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return {
    run: () => {
      log.push(name);
      return promise;
    },
    finish: () => resolve(name),
    fail: () => reject(new Error(name)),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('begin in order, as many at once as weigh no more than the capacity', async () => {
    const withPermit = semaphore(10);
    const log: string[] = [];
    const [a, b, c, d] = [work('a', log), work('b', log), work('c', log), work('d', log)];
    const all = Promise.all([
      withPermit(5, a.run),
      withPermit(5, b.run),
      withPermit(10, c.run),
      withPermit(1, d.run),
    ]);
    await settled();
    expect(log).toEqual(['a', 'b']);
    b.finish();
    await settled();
    // The light one does not overtake: otherwise the heavy one would starve.
    expect(log).toEqual(['a', 'b']);
    a.finish();
    await settled();
    expect(log).toEqual(['a', 'b', 'c']);
    c.finish();
    d.finish();
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  it('come to the next when one fails', async () => {
    const withPermit = semaphore(1);
    const log: string[] = [];
    const [a, b] = [work('a', log), work('b', log)];
    const first = withPermit(1, a.run).catch((error: unknown) => String(error));
    const second = withPermit(1, b.run);
    a.fail();
    b.finish();
    expect(await first).toBe('Error: a');
    expect(await second).toBe('b');
  });
});

describe('admission', () => {
  it('rejects work when it is full, until some has ended', async () => {
    const admitted = concurrencyLimit(2);
    const [a, b] = [work('a', []), work('b', [])];
    const [first, second] = [admitted(a.run), admitted(b.run)];
    await expect(admitted(async () => 'c')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    a.finish();
    await first;
    expect(await admitted(async () => 'd')).toBe('d');
    b.fail();
    await expect(second).rejects.toThrow('b');
    expect(await admitted(async () => 'e')).toBe('e');
  });
});
