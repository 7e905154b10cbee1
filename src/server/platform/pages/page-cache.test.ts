import { afterEach, describe, expect, it, vi } from 'vitest';
import { patience } from '../../../../test/patience.ts';
import { hour, second } from '../../../shared/time.ts';
import { bestMaxBytes, prepare } from '../http/prepared.ts';
import type { ContentVersion } from './content-version.ts';
import { PageCache } from './page-cache.ts';

function version(current = 1): ContentVersion & { current: number; outdated: boolean } {
  return { current, outdated: false, refresh: async () => {}, changed: async () => {} };
}

function maker(text: (time: number) => string = (time) => `made ${time}`) {
  let times = 0;
  const make = async () => text(++times);
  return { make, times: () => times };
}

/** Large and varied enough that the two compressions differ. */
const page = () =>
  Array.from({ length: 2000 }, (_, index) => `<p>Line ${(index * 7919) % 1000}</p>`).join('');

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const fails = (error: Error) => async () => {
  throw error;
};
const textOf = async (body: Promise<{ raw: Buffer }>) => (await body).raw.toString();

afterEach(() => void vi.useRealTimers());

describe('PageCache', () => {
  it('makes a page once and caches it', async () => {
    const cache = new PageCache(version());
    const { make, times } = maker();
    expect(cache.fresh('/')).toBeUndefined();
    const first = await cache.get('/', make);
    expect(await cache.get('/', make)).toBe(first);
    expect(cache.fresh('/')).toBe(first);
    expect(times()).toBe(1);
  });

  it('makes it once for concurrent requests', async () => {
    const cache = new PageCache(version());
    const { make, times } = maker();
    const bodies = await Promise.all(Array.from({ length: 100 }, () => cache.get('/', make)));
    expect(new Set(bodies).size).toBe(1);
    expect(times()).toBe(1);
  });

  it('makes it anew once the content has changed', async () => {
    const content = version();
    const cache = new PageCache(content);
    const { make } = maker();
    await cache.get('/', make);
    content.current++;
    expect(cache.fresh('/')).toBeUndefined();
    expect(await textOf(cache.get('/', make))).toBe('made 2');
  });

  it('does not let a request after a change wait for a page from before it', async () => {
    const content = version();
    const cache = new PageCache(content);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const before = cache.get('/', async () => {
      await held;
      return 'before';
    });
    content.current++;
    expect(await textOf(cache.get('/', async () => 'after'))).toBe('after');
    goOn();
    expect(await textOf(before)).toBe('before');
    expect(cache.fresh('/')?.raw.toString()).toBe('after');
  });

  it('compresses quickly for the first reader, and best once the page has stayed the same for a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const text = page();
    const cache = new PageCache(version());
    const first = await cache.get('/', async () => text);
    vi.advanceTimersByTime(second - 1);
    expect(cache.fresh('/')).toBe(first);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(cache.fresh('/')).not.toBe(first), patience);
    const best = cache.fresh('/');
    expect(best?.brotli).toEqual((await prepare(text)).brotli);
    expect(best?.brotli.length).toBeLessThan(first.brotli.length);
    expect(best).toMatchObject({ etag: first.etag, raw: first.raw, gzip: first.gzip });
    expect(cache.size.bytes).toBe(text.length + (best?.brotli.length ?? 0) + first.gzip.length);
  });

  it('spends no time on the best compression of a page that has changed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const content = version();
    const cache = new PageCache(content);
    const other = await cache.get('/other', async () => page());
    content.current++;
    const again = await cache.get('/', async () => page());
    vi.advanceTimersByTime(second);
    // In order: the other page has had its turn before.
    await vi.waitFor(() => expect(cache.fresh('/')).not.toBe(again), patience);
    expect(await cache.get('/other', fails(away()))).toBe(other);
  });

  it('makes a page anew only when what it is made from has changed', async () => {
    const content = version();
    const cache = new PageCache(content);
    const { make, times } = maker();
    const read = (stamp: string) => async () => ({ stamp, make });
    const first = await cache.get('/', read('one'));
    content.current++;
    expect(cache.fresh('/')).toBeUndefined();
    expect(await cache.get('/', read('one'))).toBe(first);
    expect(cache.fresh('/')).toBe(first);
    expect(times()).toBe(1);
    content.current++;
    expect(await textOf(cache.get('/', read('other')))).toBe('made 2');
  });

  it('makes it anew after an hour although it is made from the same, and does not compress the same again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const cache = new PageCache(version());
    const { make, times } = maker(() => 'text');
    const read = async () => ({ stamp: 'one', make });
    const first = await cache.get('/', read);
    vi.setSystemTime(Date.now() + hour);
    expect(await cache.get('/', read)).toBe(first);
    expect(times()).toBe(2);
    expect(cache.size).toEqual({ pages: 1, bytes: first.bytes });
    expect((await cache.get('/other', async () => ({ body: 'text', link: undefined }))).etag).toBe(
      first.etag,
    );
  });

  it('makes the best compression of a page that a change did not concern, however often there are changes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const content = version();
    const cache = new PageCache(content);
    const read = async () => ({ stamp: 'one', make: page });
    const first = await cache.get('/', read);
    content.current++;
    vi.advanceTimersByTime(second);
    await cache.get('/', read);
    vi.advanceTimersByTime(second);
    await vi.waitFor(() => expect(cache.fresh('/')).not.toBe(first), patience);
    const best = cache.fresh('/');
    content.current++;
    expect(await cache.get('/', read)).toBe(best);
  });

  it('serves what a reader of the former version waited for once, not later', async () => {
    const content = version();
    const cache = new PageCache(content);
    await cache.get('/', async () => ({ stamp: 'one', make: () => 'one' }));
    content.current++;
    await cache.get('/', async () => {
      content.current++;
      return { stamp: 'one', make: () => 'one' };
    });
    expect(cache.fresh('/')).toBeUndefined();
  });

  it('makes it anew after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const cache = new PageCache(version());
    const { make } = maker();
    await cache.get('/', make);
    vi.setSystemTime(Date.now() + hour - 1);
    expect(cache.fresh('/')).toBeDefined();
    vi.setSystemTime(Date.now() + 1);
    expect(await textOf(cache.get('/', make))).toBe('made 2');
  });

  it('serves the last one while the database is away, and makes it anew when it is back', async () => {
    const content = version();
    const cache = new PageCache(content);
    const { make } = maker();
    await cache.get('/', make);
    content.current++;
    expect(await textOf(cache.get('/', fails(away())))).toBe('made 1');
    expect(cache.fresh('/')).toBeUndefined();
    expect(await textOf(cache.get('/', make))).toBe('made 2');
  });

  it('reads the version first, after it could not be read', async () => {
    const content = version();
    const cache = new PageCache(content);
    const { make } = maker();
    await cache.get('/', make);
    content.outdated = true;
    content.refresh = fails(away());
    expect(cache.fresh('/')).toBeUndefined();
    expect(await textOf(cache.get('/', make))).toBe('made 1');
    content.refresh = async () => {
      content.current++;
      content.outdated = false;
    };
    expect(await textOf(cache.get('/', make))).toBe('made 2');
    expect(cache.fresh('/')).toBeDefined();
  });

  it('does not cache a page that was made while the content changed', async () => {
    const content = version();
    const cache = new PageCache(content);
    await cache.get('/', async () => {
      content.current++;
      return 'half old';
    });
    expect(cache.fresh('/')).toBeUndefined();
  });

  it('has nothing to serve for what was never made', async () => {
    const cache = new PageCache(version());
    await expect(cache.get('/', fails(away()))).rejects.toThrow('ECONNREFUSED');
  });

  it('forgets what cannot be made any more, also for when the database is away', async () => {
    const content = version();
    const cache = new PageCache(content);
    await cache.get('/articles/gone', async () => 'there');
    content.current++;
    await expect(cache.get('/articles/gone', fails(new Error('404')))).rejects.toThrow('404');
    await expect(cache.get('/articles/gone', fails(away()))).rejects.toThrow('ECONNREFUSED');
  });

  it('does not cache an error', async () => {
    const cache = new PageCache(version());
    await expect(cache.get('/', fails(new Error('once')))).rejects.toThrow('once');
    expect(await textOf(cache.get('/', async () => 'made'))).toBe('made');
  });

  it('caches 1,000 pages and drops the oldest', async () => {
    const cache = new PageCache(version());
    const keys = Array.from({ length: 1001 }, (_, index) => `/articles/${index}`);
    for (const key of keys) await cache.get(key, async () => key);
    expect(keys.filter((key) => cache.fresh(key))).toEqual(keys.slice(1));
  });

  it('drops a page no later for its best compression', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const cache = new PageCache(version());
    const first = await cache.get('/', async () => page());
    // Too long for the best compression.
    await cache.get('/articles', async () => ' '.repeat(bestMaxBytes + 1));
    vi.advanceTimersByTime(second);
    await vi.waitFor(() => expect(cache.fresh('/')).not.toBe(first), patience);
    for (let index = 0; index < 999; index++) await cache.get(`/articles/${index}`, async () => 'text');
    expect(cache.fresh('/')).toBeUndefined();
    expect(cache.fresh('/articles')).toBeDefined();
  });

  it('caches so many bytes and drops the oldest', async () => {
    const cache = new PageCache(version());
    const keys = Array.from({ length: 7 }, (_, index) => `/articles/${index}`);
    for (const key of keys) await cache.get(key, async () => ' '.repeat(10_000_000));
    expect(keys.filter((key) => cache.fresh(key))).toEqual(keys.slice(1));
    await cache.get('/articles/6', async () => 'made anew');
    expect(cache.fresh('/articles/1')).toBeDefined();
  });

  it('counts every byte that it holds', async () => {
    const cache = new PageCache(version());
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => cache.get(`/${index}`, async () => `${page()} ${index}`)),
    );
    const buffers = bodies.flatMap(({ raw, brotli, gzip }) => [raw, brotli, gzip]);
    const held = new Set(buffers.map(({ buffer }) => buffer));
    expect(cache.size.bytes).toBe([...held].reduce((sum, { byteLength }) => sum + byteLength, 0));
  });

  it('sends the same text raw and compressed', async () => {
    const { raw, brotli, gzip, etag } = await new PageCache(version()).get('/', async () =>
      'text '.repeat(100),
    );
    expect(raw.toString()).toBe('text '.repeat(100));
    expect(brotli.length).toBeLessThan(gzip.length);
    expect(gzip.length).toBeLessThan(raw.length);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
  });
});
