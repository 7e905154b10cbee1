import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Limit } from '../../../shared/member-limits.ts';
import { second } from '../../../shared/time.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { tooMany } from '../http-error.ts';
import { type Actor, budgetsOf } from './actor.ts';
import { clientAddress } from './client-address.ts';
import { addHits, limitOf } from './rate-limits.ts';

/** How often processes share their counts through the database. */
const round = second;
/** Fewer hits are not worth a write: reading a few pages causes none. */
const worthSharing = 20;
/** Bounds the memory; the oldest counts are dropped. */
const maxCounts = 100_000;

interface Count {
  shared: number;
  own: number;
  resetsAt: number;
}

/**
 * Counted in memory, as reads must not write, and shared each second (docs/decisions/0006-api-limit-is-added-up.md).
 */
export class ApiLimit {
  readonly #limit: Limit | undefined;
  readonly #db: Database;
  readonly #counts = new Map<string, Count>();
  #log: FastifyBaseLogger | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sharing: Promise<void> | undefined;

  constructor(config: Config, db: Database) {
    this.#limit = limitOf(config, 'api');
    this.#db = db;
  }

  start(log: FastifyBaseLogger): void {
    if (!this.#limit) return;
    this.#log = log;
    this.#timer = setInterval(() => this.#share(), round).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sharing;
  }

  /** Counts one call for the user (all sessions together) or a visitor's address. @throws 429 with Retry-After */
  consume(request: FastifyRequest, actor: Actor | undefined): void {
    if (!actor) this.#consume(`api:${clientAddress(request)}`, 1);
    else for (const { who, times } of budgetsOf(actor)) this.#consume(`api:user:${who}`, times);
  }

  #consume(key: string, times: number): void {
    if (!this.#limit) return;
    const count = this.#countOf(key, this.#limit.seconds * second);
    if (count.shared + count.own >= times * this.#limit.limit)
      throw tooMany(Math.ceil((count.resetsAt - Date.now()) / second));
    count.own++;
  }

  #countOf(key: string, period: number): Count {
    const known = this.#counts.get(key);
    if (known && known.resetsAt > Date.now()) return known;
    const fresh = { shared: 0, own: 0, resetsAt: Date.now() + period };
    // Deleted first: the map is ordered by age.
    this.#counts.delete(key);
    this.#counts.set(key, fresh);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxCounts && oldest !== undefined) this.#counts.delete(oldest);
    return fresh;
  }

  #share(): void {
    this.#sharing ??= this.#addUp()
      .catch((error: unknown) => this.#log?.warn({ err: error }, 'API limits not shared'))
      .finally(() => {
        this.#sharing = undefined;
      });
  }

  async #addUp(): Promise<void> {
    this.#deleteExpired();
    const due = [...this.#counts]
      .filter(([, { own }]) => own >= worthSharing)
      .map(([key, count]) => ({ key, count, hits: count.own }))
      // A fixed order prevents deadlocks between processes.
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    if (due.length === 0) return;
    const rows = await inTransaction(this.#db, async (transaction) => {
      const added: Awaited<ReturnType<typeof addHits>>[] = [];
      for (const { key, hits, count } of due) {
        added.push(await addHits(transaction, key, hits, new Date(count.resetsAt).toISOString()));
      }
      return added;
    });
    for (const [index, { count, hits }] of due.entries()) {
      const row = rows[index];
      if (!row) continue;
      count.shared = row.hits;
      count.own -= hits;
      count.resetsAt = Date.parse(row.resets_at);
    }
  }

  #deleteExpired(): void {
    for (const [key, { resetsAt }] of this.#counts) if (resetsAt <= Date.now()) this.#counts.delete(key);
  }
}
