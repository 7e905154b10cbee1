import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { addDays, officeDay } from '../../../shared/dates.ts';
import { momentInOffice } from '../../../shared/office-hours.ts';
import { second } from '../../../shared/time.ts';
import type { VisitEvent } from '../../../shared/visit-events.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { VisitSumRow } from '../db/tables.ts';
import { isRobot } from './is-robot.ts';

/** How often sums are written. */
const interval = 10 * second;
/** Rows in one statement: it must not hold up SQLite's only thread. */
const batch = 200;
/** Bounds the rows of a day, however many referrers are made up: sources counted apart, and sums with such a source. */
const maxSources = 100;
const maxSourcedSums = 2000;
/** Bounds the memory while the database is away. */
const maxWaiting = 10_000;

/** What is more is counted as this. */
const others = 'other';

/**
 * Sums of each day, in memory and added to the database every some seconds: no address, no cookie, nothing about a
 * visitor (docs/decisions/0020-visits-are-counted-as-daily-sums.md). Several processes add to the same rows.
 */
export class VisitCounter {
  readonly #db: Database;
  readonly #ownAddress: string;
  #log: Pick<FastifyBaseLogger, 'warn'> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** By 'day event path source', none of which has a space. */
  #waiting = new Map<string, number>();
  #day = '';
  #dayBegins = 0;
  #dayEnds = 0;
  /** Of the day. */
  readonly #sources = new Set<string>();
  readonly #sourced = new Set<string>();

  constructor({ brokerage }: Pick<Config, 'brokerage'>, db: Database) {
    this.#db = db;
    this.#ownAddress = `${brokerage.baseUrl}/`;
  }

  start(log: Pick<FastifyBaseLogger, 'warn'>): void {
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), interval).unref();
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** How many sums wait to be written. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Counts a page that is sent. `path` must be that of a known page. Not what a browser fetches ahead. */
  read(request: FastifyRequest, path: string): void {
    if (request.method !== 'GET' || request.headers['sec-purpose'] !== undefined) return;
    this.count(request, 'read', path);
  }

  /** Counts an event, unless a robot causes it or the visitor does not want it. `path` must be that of a known page. */
  count({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>, event: VisitEvent, path: string): void {
    if (headers['sec-gpc'] === '1' || headers.dnt === '1' || isRobot(headers['user-agent'])) return;
    const now = Date.now();
    // A clock may be set back, too.
    if (now >= this.#dayEnds || now < this.#dayBegins) this.#beginDay();
    this.#add(event, path, event === 'read' ? sourceOf(url, headers, this.#ownAddress) : '');
  }

  #add(event: VisitEvent, path: string, source: string): void {
    const prefix = `${this.#day} ${event} ${path} `;
    const key = prefix + (source === '' || this.#isCountedApart(prefix, source) ? source : others);
    const hits = this.#waiting.get(key);
    if (hits === undefined && this.#waiting.size >= maxWaiting) return;
    this.#waiting.set(key, (hits ?? 0) + 1);
  }

  #isCountedApart(prefix: string, source: string): boolean {
    const key = prefix + source;
    if (this.#sourced.has(key)) return true;
    if (this.#sourced.size >= maxSourcedSums) return false;
    if (!this.#sources.has(source) && this.#sources.size >= maxSources) return false;
    this.#sources.add(source);
    this.#sourced.add(key);
    return true;
  }

  #beginDay(): void {
    this.#day = officeDay(new Date().toISOString());
    this.#dayBegins = momentInOffice(this.#day, 0);
    this.#dayEnds = momentInOffice(addDays(this.#day, 1), 0);
    this.#sources.clear();
    this.#sourced.clear();
  }

  /** Adds the sums to the database. What cannot be written waits for the next time. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    // In one order, so that processes do not wait for each other in a circle.
    const sums = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#waiting = new Map();
    try {
      while (sums.length > 0) {
        await addSums(this.#db, sums.slice(0, batch).map(toRow));
        sums.splice(0, batch);
      }
    } catch (error) {
      for (const [key, hits] of sums) this.#waiting.set(key, hits + (this.#waiting.get(key) ?? 0));
      this.#log?.warn({ err: error, sums: sums.length }, 'visits not stored yet');
    }
  }
}

function toRow([key, hits]: [string, number]): VisitSumRow {
  const [day = '', event, path = '', source = ''] = key.split(' ');
  return { day, event: eventOf(event), path, source, hits };
}

const eventOf = (text: string | undefined): VisitEvent =>
  text === 'calculator' || text === 'form' || text === 'sent' ? text : 'read';

async function addSums(db: Database, rows: VisitSumRow[]): Promise<void> {
  await db
    .insertInto('visit_sums')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'event', 'path', 'source'])
        .doUpdateSet((row) => ({ hits: row('visit_sums.hits', '+', row.ref('excluded.hits')) })),
    )
    .execute();
}

const campaign = /[?&]utm_source=([\w.-]{1,40})(?:&|$)/;
const host = /^https?:\/\/(?:www\.)?([\w.-]{1,80})(?:[:/]|$)/;

/** The campaign in the address, else the site that linked here; '' for this site and for none. */
function sourceOf(url: string, { referer }: IncomingHttpHeaders, ownAddress: string): string {
  const named = url.includes('utm_source=') ? campaign.exec(url)?.[1] : undefined;
  if (named) return named.toLowerCase();
  if (!referer || referer.startsWith(ownAddress)) return '';
  return host.exec(referer)?.[1]?.toLowerCase() ?? '';
}
