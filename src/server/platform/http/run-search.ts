import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { SlowReads } from '../db/slow-reads.ts';
import type { Actor } from './actor.ts';
import { consumeRateLimit } from './rate-limits.ts';

/** Runs a search as a slow read. @throws 429 past the limit of searches or beyond a few at once; 503 past the time limit */
export async function runSearch<T>(
  parts: { config: Config; db: Database; slowReads: SlowReads },
  actor: Actor,
  search: (db: Database) => Promise<T>,
): Promise<T> {
  await consumeRateLimit(parts, 'search', actor.id);
  return parts.slowReads.run(actor.id, search);
}
