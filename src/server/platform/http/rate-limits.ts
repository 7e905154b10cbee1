import { sql } from 'kysely';
import {
  day,
  hour,
  type Limit,
  type MemberLimit,
  memberLimits,
  minute,
} from '../../../shared/member-limits.ts';
import type { Config } from '../config.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { fromNow, now } from '../db/ids.ts';
import { deleteInBatches } from '../db/in-batches.ts';
import { preparedQuery, type Value } from '../db/prepared-query.ts';
import { inTransaction, retried } from '../db/transaction.ts';
import { tooMany } from '../http-error.ts';
import { type Actor, budgetsOf } from './actor.ts';

/** Every rate limit; docs/security.md S3.1 lists the same ones by name, with their keys. */
export const limits = {
  ...memberLimits,
  api: { limit: 600, seconds: 5 * minute },
  signInBurst: { limit: 10, seconds: minute },
  signInAddress: { limit: 25, seconds: 5 * minute },
  /** Wrong passwords per email and address; from other addresses they only delay, past signInDelay. */
  signInEmail: { limit: 10, seconds: 15 * minute },
  signInDelay: { limit: 5, seconds: 15 * minute },
  signInDevice: { limit: 10, seconds: 15 * minute },
  /** Wrong codes of one user's authenticator app, in each of 10^6: recovery codes and passkeys go on. */
  wrongCode: { limit: 20, seconds: day },
  /** Counts one user's confirmations by password on a device that is signed in. */
  wrongPassword: { limit: 20, seconds: day },
  passkeyOptions: { limit: 100, seconds: 5 * minute },
  resetAddress: { limit: 10, seconds: hour },
  /** Mails to one user, counted when queued. */
  resetPause: { limit: 1, seconds: 2 * minute },
  resetMail: { limit: 6, seconds: hour },
  /** Requests to the inbox; more go to the spam folder. */
  contactAddress: { limit: 5, seconds: hour },
  contactUntrusted: { limit: 3, seconds: hour, countedAs: 'contactAddress' },
  contactRefused: { limit: 30, seconds: hour, countedAs: 'contactAddress' },
  contactAll: { limit: 200, seconds: day },
  /** With the hidden field filled in: apart, so that robots use up no one else's. */
  contactTrapped: { limit: 20, seconds: day },
  /** Pages and pictures of calculations, each; counted by every process in its memory. */
  statement: { limit: 30, seconds: 5 * minute },
  visit: { limit: 60, seconds: 5 * minute },
  /** Forms without script that had an error, shown again at an address of their own. */
  typedForm: { limit: 60, seconds: hour },
  search: { limit: 30, seconds: minute },
  /** Posts that are emailed to all members. */
  announcement: { limit: 5, seconds: day },
  uploadBytes: { limit: 150_000_000, seconds: hour },
  /** Calls by a personal link: joinLink counts one link, joinAddress one address with any links. */
  joinLink: { limit: 200, seconds: hour },
  joinAddress: { limit: 300, seconds: hour },
  /** Counts PDFs drawn for one link. */
  joinPdf: { limit: 30, seconds: hour },
  /** Emails with a code to one applicant. */
  joinCode: { limit: 6, seconds: hour },
  /** Letters of the office to one applicant. */
  joinMail: { limit: 10, seconds: day },
  /** The public form. */
  privacyAddress: { limit: 10, seconds: hour },
  privacyAll: { limit: 100, seconds: day },
  privacyTrapped: { limit: 20, seconds: day },
  /** Mails to one address, and to all that were typed; more requests are stored without. */
  privacyMail: { limit: 3, seconds: day },
  privacyMailAll: { limit: 20, seconds: day },
  /** Mails to the office about one request each; more are told of together. */
  privacyOffice: { limit: 5, seconds: day },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
/** Limits that count the calls of a signed-in user. */
export type ActorLimit = MemberLimit | 'search' | 'uploadBytes' | 'announcement';
/** Limits for an address, an email or a user who is not signed in yet. */
type OtherLimit = Exclude<LimitName, ActorLimit>;

/** The limit of this name; undefined when RATE_LIMITS is off. */
export const limitOf = ({ rateLimits }: Pick<Config, 'rateLimits'>, name: LimitName): Limit | undefined =>
  rateLimits ? limits[name] : undefined;

/** Hits of one key to be counted. */
export interface Hit {
  limit: Limit;
  key: string;
}

/** A hit of `who`: a user's id, an address, an email. */
export function hitOf(name: OtherLimit, who: string): Hit {
  const limit: Limit = limits[name];
  return { limit, key: `${limit.countedAs ?? name}:${who}` };
}

/** Limits apply in this order. A call beyond one does not count for the next. */
export const hitsOf = (name: ActorLimit, actor: Actor): Hit[] =>
  budgetsOf(actor).map(({ who, times }) => {
    const { limit, seconds } = limits[name];
    return { limit: { limit: times * limit, seconds }, key: `${name}:${who}` };
  });

interface Counting {
  config: Pick<Config, 'rateLimits'>;
  db: Database;
}

/**
 * Counts a hit of `who` over all processes; returns the window's hits, 0 with limits off.
 * @throws 429 with Retry-After beyond the limit
 */
export async function consumeRateLimit(
  { config, db }: Counting,
  name: OtherLimit,
  who: string,
): Promise<number> {
  return config.rateLimits ? consume(db, hitOf(name, who), 1) : 0;
}

/** Counts what a signed-in user, or a token of theirs, does. @throws 429 with Retry-After beyond the limit */
export async function consumeActorLimit(
  { config, db }: Counting,
  name: ActorLimit,
  actor: Actor,
  hits = 1,
): Promise<void> {
  if (config.rateLimits) await consumeHits(db, hitsOf(name, actor), hits);
}

/** Counts `hits` for each in order, until one is beyond its limit. @throws 429 with Retry-After */
export async function consumeHits(db: Database, all: readonly Hit[], hits = 1): Promise<void> {
  for (const hit of all) await consume(db, hit, hits);
}

async function consume(db: Database, { key, limit }: Hit, hits: number): Promise<number> {
  const row = await addHits(db, key, hits, windowEnd(limit));
  if (row.hits > limit.limit) throw tooMany(secondsUntil(row.resets_at));
  return row.hits;
}

const windowEnd = ({ seconds }: Limit) => fromNow(seconds * 1000);

/** Like consumeRateLimit, but never throws: the caller handles the excess. */
export async function countHit({ config, db }: Counting, name: OtherLimit, who: string): Promise<number> {
  if (!config.rateLimits) return 0;
  const { key, limit } = hitOf(name, who);
  return (await addHits(db, key, 1, windowEnd(limit))).hits;
}

/**
 * Counts all of the hits in one write; returns the hits of the last one's window, 0 with limits off. The first hit
 * beyond its limit throws, and those after it do not count.
 * @throws 429 with Retry-After
 */
export async function consumeRateLimits({ config, db }: Counting, all: readonly Hit[]): Promise<number> {
  if (!config.rateLimits) return 0;
  const windows = all.map(({ key, limit }) => ({ key, hits: 1, resets_at: windowEnd(limit) }));
  // Other writes may lock these rows in another order.
  const added = await retried(() => upsert(db, windows, now()).execute());
  const rows = all.map(({ key }) => added.find((row) => row.key === key));
  for (const [index, { limit }] of all.entries()) {
    const row = rows[index];
    if (!row || row.hits <= limit.limit) continue;
    await returnHits({ config, db }, all.slice(index + 1));
    throw tooMany(secondsUntil(row.resets_at));
  }
  return rows.at(-1)?.hits ?? 0;
}

/**
 * Does `work` in a transaction that counts the hits, too: one sync to disk for both. Work that fails also counts.
 * @throws 429 with Retry-After beyond the limit
 */
export async function countedInTransaction<T>(
  db: Database,
  hits: readonly Hit[],
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  if (hits.length === 0) return inTransaction(db, work);
  let isWithin = false;
  try {
    return await inTransaction(db, async (transaction) => {
      await consumeHits(transaction, hits);
      isWithin = true;
      return work(transaction);
    });
  } catch (error) {
    // The rollback took the hits back.
    if (isWithin && !isDatabaseAway(error))
      for (const { key, limit } of hits) await addHits(db, key, 1, windowEnd(limit));
    throw error;
  }
}

/** Takes back a hit that turned out not to count. */
export const returnHit = (counting: Counting, name: OtherLimit, who: string): Promise<void> =>
  returnHits(counting, [hitOf(name, who)]);

/** Takes back hits that turned out not to count. */
export async function returnHits({ config, db }: Counting, hits: readonly Hit[]): Promise<void> {
  const keys = hits.map(({ key }) => key);
  if (!config.rateLimits || keys.length === 0) return;
  await db
    .updateTable('rate_limits')
    .set((row) => ({ hits: row('hits', '-', 1) }))
    .where('key', 'in', keys)
    .where('hits', '>', 0)
    .execute();
}

/** Counts hits in the window, or in a new one until `ends`. One atomic upsert: all processes count together. */
export async function addHits(
  db: Database,
  key: string,
  hits: number,
  ends: string,
): Promise<{ hits: number; resets_at: string }> {
  const [row] = await upsertOne(db, { key, hits, ends, at: now() });
  if (!row) throw new Error(`No hits of ${key}`);
  return row;
}

interface Window {
  key: Value<string>;
  hits: Value<number>;
  resets_at: Value<string>;
}

const upsertOne = preparedQuery(
  { key: String, hits: Number, ends: String, at: String },
  (db, { key, hits, ends, at }) => upsert(db, [{ key, hits, resets_at: ends }], at),
);

function upsert(db: Database, windows: Window[], at: Value<string>) {
  const over = sql<boolean>`rate_limits.resets_at <= ${at}`;
  return db
    .insertInto('rate_limits')
    .values(windows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when ${over} then excluded.hits else rate_limits.hits + excluded.hits end`,
        resets_at: sql`case when ${over} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at']);
}

const secondsUntil = (moment: string) => Math.max(1, Math.ceil((Date.parse(moment) - Date.now()) / 1000));

/** Deletes windows that have ended. */
export async function deleteExpiredRateLimits(db: Database): Promise<void> {
  await deleteInBatches(db, 'rate_limits', sql`resets_at <= ${now()}`);
}
