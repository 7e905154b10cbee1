import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

/** True when the database responds and is no standby. @throws the driver's error while it is away */
export async function canWrite(db: Database): Promise<boolean> {
  if (!isPostgres(db)) {
    await sql`select 1`.execute(db);
    return true;
  }
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
  if (!rows[0]?.standby) return true;
  // Fails on a standby, so that the pool drops its connections to it (postgres-connection.ts).
  await sql`update locks set name = name where false`.execute(db);
  return false;
}
