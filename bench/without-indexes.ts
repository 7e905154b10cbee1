import { sql } from 'kysely';
import type { Database } from '../src/server/platform/db/database.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';

/** Runs `fill` while the tables have only the indexes of their constraints: to build one at the end sorts its keys once. */
export async function withoutIndexes(
  db: Database,
  tables: string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  const indexes = await indexesOf(db, tables);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await fill();
  for (const { name, definition } of indexes) {
    const begun = performance.now();
    await db.connection().execute(async (connection) => {
      if (isPostgres(db)) await sql`set maintenance_work_mem = '1GB'`.execute(connection);
      await sql.raw(definition).execute(connection);
    });
    console.error(`index ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
}

async function indexesOf(db: Database, tables: string[]): Promise<{ name: string; definition: string }[]> {
  const named = sql.join(tables.map((table) => sql.lit(table)));
  const query = isPostgres(db)
    ? sql<{
        name: string;
        definition: string;
      }>`select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema and tablename in (${named})
          and indexname not in (select conname from pg_constraint)`
    : sql<{ name: string; definition: string }>`select name, sql as definition from sqlite_master
        where type = 'index' and sql is not null and tbl_name in (${named})`;
  return (await query.execute(db)).rows;
}
