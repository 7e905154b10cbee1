import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { addDays, today } from '../../../shared/dates.ts';
import { type VisitEvent, visitEvents } from '../../../shared/insights/visit-events.ts';
import { momentInOffice } from '../../../shared/site/office-hours.ts';
import { second } from '../../../shared/time.ts';
import type { VisitSumRow } from '../../tables/site.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { isRobot } from './is-robot.ts';
import { VisitLimits } from './visit-limits.ts';

/** How often sums are written. */
const interval = 10 * second;
/** Rows in one statement: it must not hold up SQLite's only thread. */
const batch = 200;
/** Bounds the rows of a day, however many referrers are made up: sources counted apart, and sums with such a source. */
const maxSources = 100;
const maxSourcedSums = 2000;
/** Bounds the memory while the database is away. */
const maxWaiting = 10_000;

/** Limit for sites that linked here. */
const maxSites = 1000;
const maxReferer = 300;

/** Everything beyond the limit is counted as this. */
const others = 'other';

/**
 * Sums of each day, in memory and added to the database every some seconds: no address, no cookie, nothing about a
 * visitor is stored (docs/decisions/0020-visits-are-counted-as-daily-sums.md). Several processes add to the same rows.
 */
export class VisitCounter {
  readonly #db: Database;
  readonly #ownAddress: string;
  #log: Pick<FastifyBaseLogger, 'warn'> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #day = '';
  #dayBegins = 0;
  #dayEnds = 0;
  /**
   * Sums of the day since the last write, by path and source. Maps in maps, as a joined key would cost more than the
   * sum.
   */
  readonly #sums: Record<VisitEvent, Map<string, Map<string, number>>> = {
    read: new Map(),
    calculator: new Map(),
    form: new Map(),
    sent: new Map(),
  };
  #newSums = 0;
  /** By day, event, path and source. */
  readonly #unwritten = new Map<string, VisitSumRow>();
  /** Counted apart on this day. */
  readonly #sources = new Set<string>();
  readonly #sourced = new Set<string>();
  readonly #limits = new VisitLimits();
  /** By Referer. */
  readonly #sites = new Map<string, string>();

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
    return this.#newSums + this.#unwritten.size;
  }

  /** Counts a page that is sent. `path` must be that of a known page. Not what a browser fetches ahead. */
  read(request: PageRequest, path: string): void {
    if (request.method !== 'GET' || request.headers['sec-purpose'] !== undefined) return;
    this.count(request, 'read', path);
  }

  /** Counts an event, unless a robot causes it or the visitor does not want it. `path` must be that of a known page. */
  count(request: Omit<PageRequest, 'method'>, event: VisitEvent, path: string): void {
    const { headers, url = '' } = request;
    if (!isCounted(headers)) return;
    const now = Date.now();
    // A clock may be set back, too.
    if (now >= this.#dayEnds || now < this.#dayBegins) this.#beginDay();
    const { ip } = request;
    // Sent forms have limits of their own.
    if (event !== 'sent' && !this.#limits.isFirst(ip, `${event} ${path}`, now)) return;
    const source = event === 'read' ? this.#sourceOf(url, headers.referer) : '';
    const sums = this.#sums[event];
    const ofPath = sums.get(path);
    const hits = ofPath?.get(source);
    if (ofPath && hits !== undefined) ofPath.set(source, hits + 1);
    else this.#addNew(sums, path, this.#isCountedApart(event, path, source, ip) ? source : others);
  }

  #addNew(sums: Map<string, Map<string, number>>, path: string, source: string): void {
    const ofPath = sums.get(path) ?? new Map<string, number>();
    const hits = ofPath.get(source);
    if (hits === undefined) {
      if (this.size >= maxWaiting) return;
      this.#newSums++;
    }
    sums.set(path, ofPath.set(source, (hits ?? 0) + 1));
  }

  #isCountedApart(event: VisitEvent, path: string, source: string, ip: string): boolean {
    const key = `${event} ${path} ${source}`;
    if (source === '' || this.#sourced.has(key)) return true;
    if (this.#sourced.size >= maxSourcedSums) return false;
    if (!this.#sources.has(source)) {
      if (this.#sources.size >= maxSources || !this.#limits.isKnown(source, ip)) return false;
      this.#sources.add(source);
    }
    if (!this.#limits.mayBringSum(ip)) return false;
    this.#sourced.add(key);
    return true;
  }

  /** The campaign in the address, else the site that linked here; '' for this site and for none. */
  #sourceOf(url: string, referer: string | undefined): string {
    const named = url.includes('utm_source=') ? campaign.exec(url)?.[1] : undefined;
    if (named) return named.toLowerCase();
    if (!referer || referer.startsWith(this.#ownAddress)) return '';
    const known = this.#sites.get(referer);
    if (known !== undefined) return known;
    const site = host.exec(referer)?.[1]?.toLowerCase() ?? '';
    if (this.#sites.size >= maxSites) this.#sites.clear();
    if (referer.length <= maxReferer) this.#sites.set(referer, site);
    return site;
  }

  #beginDay(): void {
    this.#collect();
    this.#day = today();
    this.#dayBegins = momentInOffice(this.#day, 0);
    this.#dayEnds = momentInOffice(addDays(this.#day, 1), 0);
    this.#sources.clear();
    this.#sourced.clear();
    this.#limits.beginDay();
  }

  #collect(): void {
    const day = this.#day;
    for (const event of visitEvents) {
      for (const [path, sources] of this.#sums[event]) {
        for (const [source, hits] of sources) {
          this.#keep({ day, event, path, source, hits });
        }
      }
      this.#sums[event].clear();
    }
    this.#newSums = 0;
  }

  /** Adds the sums to the database. Sums that cannot be written wait for the next time. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    this.#collect();
    // In one order, so that processes do not wait for each other in a circle.
    const keys = [...this.#unwritten.keys()].sort();
    try {
      for (let at = 0; at < keys.length; at += batch) await this.#writeSome(keys.slice(at, at + batch));
    } catch (error) {
      this.#log?.warn({ err: error, sums: this.#unwritten.size }, 'visits not stored yet');
    }
  }

  async #writeSome(keys: string[]): Promise<void> {
    const rows = keys.flatMap((key) => this.#unwritten.get(key) ?? []);
    // Takes them first: a sum counted while these are written may have the same key.
    for (const key of keys) this.#unwritten.delete(key);
    try {
      await addSums(this.#db, rows);
    } catch (error) {
      for (const row of rows) this.#keep(row);
      throw error;
    }
  }

  #keep(row: VisitSumRow): void {
    const key = `${row.day} ${row.event} ${row.path} ${row.source}`;
    const { hits = 0 } = this.#unwritten.get(key) ?? {};
    this.#unwritten.set(key, { ...row, hits: row.hits + hits });
  }
}

/** As Fastify has it: `ip` is that of the visitor, behind a proxy too. */
type PageRequest = Pick<IncomingMessage, 'headers' | 'method' | 'url'> & { readonly ip: string };

/** False for robots, and for visitors who do not want it. */
export const isCounted = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] !== '1' && headers.dnt !== '1' && !isRobot(headers['user-agent']);

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
