import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { SlowReads } from '../db/slow-reads.ts';
import { type Actor, turnOf } from './actor.ts';
import { consumeActorLimit } from './rate-limits.ts';

type SearchParts = { db: Database; slowReads: SlowReads };

/** Runs a search as a slow read. @throws 429 past the limit of searches or beyond a few at once; 503 past the time limit */
export async function runSearch<T>(
  parts: SearchParts & { config: Config },
  actor: Actor,
  search: (db: Database) => Promise<T>,
): Promise<T> {
  await consumeActorLimit(parts, 'search', actor);
  return runSlowRead(parts, actor, search);
}

/** Runs a search without a limit of its own, for searches that run while one types. */
export function runSlowRead<T>(
  { db, slowReads }: SearchParts,
  actor: Actor,
  search: (db: Database) => Promise<T>,
): Promise<T> {
  return slowReads.run(turnOf(actor), db, search);
}
