import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

interface ForeignKey {
  table: string;
  column: string;
}

/** An index whose condition is only that the column is not null serves them as well. */
const withoutIndex = async () =>
  engine === 'postgres'
    ? (
        await sql<ForeignKey>`
          select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
          where k.contype = 'f' and not exists (
            select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and i.indkey[0] = a.attnum
            and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%I IS NOT NULL)', a.attname)))`.execute(
          database.db,
        )
      ).rows
    : unsearchable(await foreignKeysOfSqlite());

const foreignKeysOfSqlite = async () =>
  (
    await sql<ForeignKey>`
      select t.name as "table", k."from" as "column"
      from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table'`.execute(database.db)
  ).rows;

async function unsearchable(keys: ForeignKey[]): Promise<ForeignKey[]> {
  const found: ForeignKey[] = [];
  for (const key of keys) {
    const { rows } = await sql<{ detail: string }>`
      explain query plan select 1 from ${sql.table(key.table)} where ${sql.ref(key.column)} = ''`.execute(
      database.db,
    );
    if (!rows.every(({ detail }) => detail.startsWith('SEARCH'))) found.push(key);
  }
  return found;
}

it('every foreign key has an index: what is deleted is looked for in each table that may refer to it', async () => {
  expect(await withoutIndex()).toEqual([]);
});
