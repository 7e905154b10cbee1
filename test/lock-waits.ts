import { sql } from 'kysely';
import { vi } from 'vitest';
import { patience } from './patience.ts';
import type { TestServer } from './server.ts';

/** How many statements wait for a row that another transaction has locked; PostgreSQL only. */
export async function lockWaits({ db }: Pick<TestServer, 'db'>): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Resolves once so many statements wait. */
export const untilWaiting = (server: Pick<TestServer, 'db'>, count: number) =>
  vi.waitUntil(async () => (await lockWaits(server)) === count, patience);
