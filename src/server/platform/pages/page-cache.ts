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
  body: Prepared;
}

export type Made = string | { body: string; link: string | undefined };

/** Caches until the content changes. Errors are not cached, so that unknown addresses cannot fill the memory. */
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
    return Date.now() - entry.madeAt < maxAge ? entry.body : undefined;
  }

  /** Cached or made by `make`, once for concurrent requests. While the database is away, the last body is served. */
  async get(key: string, make: () => Promise<Made>): Promise<Prepared> {
    try {
      if (this.#content.outdated) await this.#content.refresh();
      return this.fresh(key) ?? (await this.#makeOnce(key, make));
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && isDatabaseAway(error)) return last.body;
      // A deleted page must not reappear when the database is away later.
      this.#delete(key);
      throw error;
    }
  }

  #makeOnce(key: string, make: () => Promise<Made>): Promise<Prepared> {
    // Includes the version: a request after an edit must not join a call from before it.
    const turn = `${this.#content.current} ${key}`;
    const making = this.#making.get(turn) ?? this.#make(key, make).finally(() => this.#making.delete(turn));
    this.#making.set(turn, making);
    return making;
  }

  async #make(key: string, make: () => Promise<Made>): Promise<Prepared> {
    // Read before the content: a concurrent change makes this entry stale, never wrong.
    const version = this.#content.current;
    const made = await make();
    const { body: content, link } = typeof made === 'string' ? { body: made, link: undefined } : made;
    // Quickly: a reader is waiting.
    const body = await prepare(content, { link, compression: 'quick' });
    const entry = { version, madeAt: Date.now(), body };
    this.#store(key, entry);
    if (body.raw.length <= bestMaxBytes) setTimeout(() => this.#recompress(key, entry), settledAfter).unref();
    return body;
  }

  /** Replaces the body of an entry that is still fresh by its best compression. */
  #recompress(key: string, entry: Entry): void {
    const isFresh = () => this.#entries.get(key) === entry && this.fresh(key) === entry.body;
    void recompress(1, async () => {
      if (!isFresh()) return;
      const body = await recompressed(entry.body);
      if (!isFresh()) return;
      const best = { ...entry, body };
      this.#bytes += bytesOf(best) - bytesOf(entry);
      // In its place: it has become no younger.
      this.#entries.set(key, best);
    });
  }

  #store(key: string, entry: Entry): void {
    const newer = (this.#entries.get(key)?.version ?? 0) > entry.version;
    if (newer) return;
    // Deleted first: the map is ordered by age.
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += bytesOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxPages && this.#bytes <= maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#bytes -= bytesOf(entry);
    this.#entries.delete(key);
  }
}

const bytesOf = ({ body: { raw, brotli, gzip } }: Entry) => raw.length + brotli.length + gzip.length;
