import { hour } from '../../../shared/time.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { type Prepared, prepare } from '../http/prepared.ts';
import type { ContentVersion } from './content-version.ts';

/** Made anew after an hour at the latest: the footer shows the year. */
const maxAge = hour;
const maxPages = 1000;
/** In every coding together. */
const maxBytes = 64_000_000;

interface Entry {
  version: number;
  madeAt: number;
  body: Prepared;
}

/** What is made: a body, of a list that goes on with its Link header. */
export type Made = string | { body: string; link: string | undefined };

/**
 * Keeps what is made from public content until the content changes. What cannot be made (an address of no
 * article, say) is not kept, so that nobody can fill the memory.
 */
export class PageCache {
  readonly #content: ContentVersion;
  readonly #kept = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Prepared>>();
  #bytes = 0;

  constructor(content: ContentVersion) {
    this.#content = content;
  }

  /** The kept body for `key` if it is still good: the hot path, without a promise. */
  fresh(key: string): Prepared | undefined {
    const entry = this.#kept.get(key);
    if (!entry || entry.version !== this.#content.current) return undefined;
    return Date.now() - entry.madeAt < maxAge ? entry.body : undefined;
  }

  /**
   * The body for `key`, made by `make` unless a good one is kept; many requests at once make it once. While it
   * cannot be made because the database is away, the last one serves on.
   */
  async get(key: string, make: () => Promise<Made>): Promise<Prepared> {
    const fresh = this.fresh(key);
    if (fresh) return fresh;
    // By version too: a request that comes after an edit must not join a making from before it.
    const turn = `${this.#content.current} ${key}`;
    let making = this.#making.get(turn);
    if (!making) {
      making = this.#make(key, make).finally(() => this.#making.delete(turn));
      this.#making.set(turn, making);
    }
    try {
      return await making;
    } catch (error) {
      const last = this.#kept.get(key);
      if (last && isDatabaseAway(error)) return last.body;
      // What is gone must not come back when the database is away later.
      this.#delete(key);
      throw error;
    }
  }

  async #make(key: string, make: () => Promise<Made>): Promise<Prepared> {
    // Read before the content is: a change in between makes this entry stale, never wrong.
    const version = this.#content.current;
    const made = await make();
    const body = typeof made === 'string' ? await prepare(made) : await prepare(made.body, made.link);
    this.#keep(key, { version, madeAt: Date.now(), body });
    return body;
  }

  #keep(key: string, entry: Entry): void {
    const newer = (this.#kept.get(key)?.version ?? 0) > entry.version;
    if (newer) return;
    // Set anew it is the youngest in the map's order.
    this.#delete(key);
    this.#kept.set(key, entry);
    this.#bytes += bytesOf(entry);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxPages && this.#bytes <= maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const entry = this.#kept.get(key);
    if (!entry) return;
    this.#bytes -= bytesOf(entry);
    this.#kept.delete(key);
  }
}

const bytesOf = ({ body: { raw, brotli, gzip } }: Entry) => raw.length + brotli.length + gzip.length;
