import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { engine, testDatabase } from '../../../../test/database.ts';
import { imageReferences } from './images.service.ts';

interface Reference {
  table: string;
  column: string;
}

const onPostgres = sql<Reference>`
  select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.confrelid = 'images'::regclass`;
const onSqlite = sql<Reference>`
  select t.name as "table", k."from" as "column"
  from sqlite_master t, pragma_foreign_key_list(t.name) k where t.type = 'table' and k."table" = 'images'`;

it('The purge looks for an image in every column that refers to one', async () => {
  const database = await testDatabase();
  const { rows } = await (engine === 'postgres' ? onPostgres : onSqlite).execute(database.db);
  await database.drop();
  const names = rows.map(({ table, column }) => `${table}.${column}`);
  expect(imageReferences.map((reference) => reference.join('.')).toSorted()).toEqual(names.toSorted());
});
