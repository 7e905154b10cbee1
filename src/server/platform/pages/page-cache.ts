import { hour, second } from '../../../shared/time.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { bestMaxBytes, type Prepared, prepare, recompressed } from '../http/prepared.ts';
import { semaphore } from '../semaphore.ts';
import type { ContentVersion } from './content-version.ts';

/** The footer shows the year, so pages are remade within the hour. */
const maxAge = hour;
const maxPages = 1000;
/** All codings together. */
const maxBytes = 62_000_000;
/** Milliseconds that a page must stay the same before the best compression is worth its CPU time. */
const settledAfter = second;

/** One page at a time: hashing and file reads share the threads that compress. */
const recompress = semaphore(1);

interface Entry {
  version: number;
  madeAt: number;
  stamp: string | undefined;
  body: Prepared;
  /** Whether its best compression is made, or waits to be. */
  best: 'no' | 'waits' | 'made';
  route?: PageRoute;
}

/** How the responses of a page are counted whose key is its whole address. */
export interface PageRoute {
  pattern: string;
  /** Whether the page's readers are counted. */
  counted: boolean;
}

export type PageBody = string | { body: string | Buffer; link: string | undefined };

/** A way to make a body. When a stamp is equal, the earlier body is used again. */
export interface Recipe {
  stamp: string;
  make(): PageBody | Promise<PageBody>;
}

/**
 * Caches until what a page is made from changes. Errors are not cached, so that unknown addresses cannot fill the memory.
 */
export class PageCache {
  readonly #content: ContentVersion;
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Prepared>>();
  #bytes = 0;

  constructor(content: ContentVersion) {
    this.#content = content;
  }

  /** How many pages are stored, and their bytes in all codings. */
  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#bytes };
  }

  /** The fresh cached body for `key`: the hot path, without a promise. */
  fresh(key: string): Prepared | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.version !== this.#content.current || this.#content.outdated) return undefined;
    return isYoung(entry) ? entry.body : undefined;
  }

  /** From now on `atAddress` returns the page, as long as it is cached. */
  addRoute(key: string, route: PageRoute): void {
    const entry = this.#entries.get(key);
    if (entry) entry.route = route;
  }

  /** The fresh cached page of an address. */
  atAddress(url: string): { body: Prepared; route: PageRoute } | undefined {
    const route = this.#entries.get(url)?.route;
    const body = route && this.fresh(url);
    return body && { body, route };
  }

  /**
   * Serves a cached body, or one made from `load`, once for concurrent requests. After a change of any content the next
   * request reads again, and makes only bodies that differ. While the database is away, the last body is served.
   */
  async get(key: string, load: () => Promise<PageBody | Recipe>): Promise<Prepared> {
    try {
      if (this.#content.outdated) await this.#content.refresh();
      return this.fresh(key) ?? (await this.#makeOnce(key, load));
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && isDatabaseAway(error)) return last.body;
      // A deleted page must not reappear when the database is away later.
      this.#delete(key);
      throw error;
    }
  }

  #makeOnce(key: string, load: () => Promise<PageBody | Recipe>): Promise<Prepared> {
    // Includes the version: a request after an edit must not join a call from before it.
    const turn = `${this.#content.current} ${key}`;
    const making = this.#making.get(turn) ?? this.#make(key, load).finally(() => this.#making.delete(turn));
    this.#making.set(turn, making);
    return making;
  }

  async #make(key: string, load: () => Promise<PageBody | Recipe>): Promise<Prepared> {
    // Read before the content: a concurrent change makes this entry stale, never wrong.
    const version = this.#content.current;
    const loaded = await load();
    const { stamp, make } = isRecipe(loaded) ? loaded : { stamp: undefined, make: () => loaded };
    const last = this.#entries.get(key);
    const isUnchanged = last !== undefined && stamp !== undefined && last.stamp === stamp;
    if (isUnchanged && isYoung(last) && !this.#content.outdated) {
      last.version = Math.max(last.version, version);
      this.#recompressLater(key, last);
      return last.body;
    }
    const made = await make();
    const { body: content, link } = typeof made === 'string' ? { body: made, link: undefined } : made;
    const raw = typeof content === 'string' ? Buffer.from(content) : content;
    const isSame = last !== undefined && last.body.link === link && last.body.raw.equals(raw);
    // Quickly: a reader is waiting.
    const body = isSame ? last.body : await prepare(raw, { link, compression: 'quick' });
    const entry: Entry = { version, madeAt: Date.now(), stamp, body, best: 'no' };
    if (isSame && last.best === 'made') entry.best = 'made';
    this.#store(key, entry);
    this.#recompressLater(key, entry);
    return body;
  }

  #recompressLater(key: string, entry: Entry): void {
    if (entry.best !== 'no' || entry.body.raw.length > bestMaxBytes) return;
    entry.best = 'waits';
    setTimeout(() => this.#recompress(key, entry), settledAfter).unref();
  }

  /** Replaces the body of an entry by its best compression, unless the content has changed since. */
  #recompress(key: string, entry: Entry): void {
    void recompress(1, async () => {
      if (this.fresh(key) !== entry.body) {
        // The next request that finds the page unchanged starts it again.
        entry.best = 'no';
        return;
      }
      const body = await recompressed(entry.body);
      entry.best = 'made';
      if (this.#entries.get(key) !== entry) return;
      this.#bytes += body.bytes - entry.body.bytes;
      entry.body = body;
    });
  }

  #store(key: string, entry: Entry): void {
    const newer = (this.#entries.get(key)?.version ?? 0) > entry.version;
    if (newer) return;
    // Deleted first: the map is ordered by age.
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.body.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxPages && this.#bytes <= maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#bytes -= entry.body.bytes;
    this.#entries.delete(key);
  }
}

const isYoung = ({ madeAt }: Entry) => Date.now() - madeAt < maxAge;

const isRecipe = (loaded: PageBody | Recipe): loaded is Recipe =>
  typeof loaded === 'object' && 'stamp' in loaded;
