import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

/** The clock that all processes share, for conditions: the clocks of the processes differ. */
export const databaseClock = (db: Database) =>
  isPostgres(db)
    ? sql<string>`date_trunc('milliseconds', clock_timestamp())`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ')`;

/** The present time by the database's clock, as an ISO timestamp. */
export async function databaseTime(db: Database): Promise<string> {
  const { present } = await db.selectNoFrom(databaseClock(db).as('present')).executeTakeFirstOrThrow();
  return present;
}
