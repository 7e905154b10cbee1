import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/**
 * The triggers on SQLite compute the searched form of a text once, as those on PostgreSQL do: they did so for each of 254
 * places of it, several times. With a limit SQLite does not move the form into the conditions that use it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (columnTypes(db).postgres) return;
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger' and sql like '%into search_words%'`.execute(db);
  for (const trigger of rows) {
    await sql`drop trigger ${sql.ref(trigger.name)}`.execute(db);
    const text = trigger.sql.replace(
      /select new\.id as id, (.+?) as t, value as p from /g,
      'select new.id as id, t, value as p from (select $1 as t limit 1) cross join ',
    );
    await sql.raw(text).execute(db);
  }
}
