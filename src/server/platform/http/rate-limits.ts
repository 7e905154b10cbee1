import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { fromNow, now } from '../db/ids.ts';
import { tooMany } from '../http-error.ts';
import { networkOf } from './network-of.ts';

export interface Limit {
  /** How many within the window. */
  limit: number;
  /** Length of the window, which begins with the first hit. */
  seconds: number;
}

/**
 * Counts one hit for `key` and refuses it past the limit, over every process on the same database.
 * @throws 429 with Retry-After
 */
export async function consumeRateLimit(db: Database, key: string, { limit, seconds }: Limit): Promise<void> {
  const row = await addHits(db, key, 1, fromNow(seconds * 1000));
  if (row.hits > limit) throw tooMany(secondsUntil(row.resets_at));
}

/**
 * Adds to the hits of a window, or begins one that ends at `ends`; answers all hits of the window and its end. One
 * atomic upsert, so that every process on the same database counts jointly.
 */
export async function addHits(
  db: Database,
  key: string,
  hits: number,
  ends: string,
): Promise<{ hits: number; resets_at: string }> {
  const over = sql<boolean>`rate_limits.resets_at <= ${now()}`;
  return db
    .insertInto('rate_limits')
    .values({ key, hits, resets_at: ends })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when ${over} then excluded.hits else rate_limits.hits + excluded.hits end`,
        resets_at: sql`case when ${over} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow();
}

const secondsUntil = (moment: string) => Math.max(1, Math.ceil((Date.parse(moment) - Date.now()) / 1000));

/** Forgets the windows that are over. */
export async function deleteExpiredRateLimits(db: Database): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now()).execute();
}

/** Whom a limit counts: the client, whom Fastify takes from X-Forwarded-For only behind a trusted proxy. */
export const clientAddress = (request: FastifyRequest): string => networkOf(request.ip);
