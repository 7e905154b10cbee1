import { z } from 'zod';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { type SiteContent, startContent } from '../../../shared/site/site-content.ts';
import { siteSettings } from '../../../shared/site/site-settings.contract.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { feesInForce } from '../fee-schedules.ts';

const { brokerage, hero, team, questions, announcement } = siteSettings.shape;

/** Lenient at every depth: a newer version of the server may have added fields. */
const stored = z
  .object({
    brokerage: z
      .object({ ...brokerage.shape, social: z.array(brokerage.shape.social.element.strip()) })
      .partial(),
    hero: z.object({ ...hero.shape, promises: z.array(hero.shape.promises.element.strip()) }).partial(),
    team: z.array(team.element.strip()),
    questions: z.array(questions.element.strip()),
    announcement: announcement.unwrap().strip().nullable(),
  })
  .partial();
export type StoredSettings = z.output<typeof stored>;

/** The content that a stored version stands for: what it does not name has its start value. */
export function contentOf(start: SiteContent, json: string): SiteContent {
  const saved = stored.parse(JSON.parse(json));
  return {
    ...start,
    ...saved,
    brokerage: { ...start.brokerage, ...saved.brokerage },
    hero: { ...start.hero, ...saved.hero },
  };
}

/** The admins' changes to the site and its fees, in memory. Every process reads them again when the content version rises. */
export class SiteSettings {
  /** From the environment and the code; the fees of a new site. */
  readonly start: SiteContent;
  readonly #db: Database;
  #current: SiteContent;
  #read = '';
  /** In turn, so that an older read never overwrites a newer one. */
  #turn: Promise<void> = Promise.resolve();

  private constructor(db: Database, brokerage: Brokerage) {
    this.#db = db;
    this.start = { brokerage, ...startContent };
    this.#current = this.start;
  }

  static async open(db: Database, brokerage: Brokerage): Promise<SiteSettings> {
    const settings = new SiteSettings(db, brokerage);
    await settings.refresh();
    return settings;
  }

  /** The content for pages, without an announcement that has ended. The same object until something changes. */
  get current(): SiteContent {
    return this.#current;
  }

  /** @throws the driver's error while the database is away */
  refresh(): Promise<void> {
    const turn = this.#turn.catch(() => {}).then(() => this.#readNewest());
    this.#turn = turn;
    return turn;
  }

  /** The brokerage as it is stored, for what is signed: `current` can be a second older. */
  async brokerageIn(db: Database | DatabaseTransaction): Promise<Brokerage> {
    const row = await newestIn(db);
    return row ? contentOf(this.start, row.settings).brokerage : this.start.brokerage;
  }

  async #readNewest(): Promise<void> {
    const row = await newestIn(this.#db);
    const fees = await feesInForce(this.#db);
    const read = `${row?.version} ${row?.announced_until} ${fees.version}`;
    if (read === this.#read) return;
    const content = row ? contentOf(this.start, row.settings) : this.start;
    // By the column and not by this clock: a job clears it everywhere at once.
    const isOver = content.announcement?.until != null && row?.announced_until === null;
    this.#current = { ...content, ...(isOver && { announcement: null }), fees };
    this.#read = read;
  }
}

const newestIn = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('site_settings')
    .select(['version', 'settings', 'announced_until'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
