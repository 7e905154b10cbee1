import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { findMentionable } from './mentionable.service.ts';

const many = 20_000;
let database: TestDatabase;
let actor: Pick<Actor, 'id'>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  actor = await makeUser(db, { name: 'Ada Author' });
  const numbers =
    engine === 'sqlite'
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${many}) select n from numbers`
      : sql`select n from generate_series(1, ${many}) as n`;
  const id = engine === 'sqlite' ? sql`printf('%036d', n)` : sql`gen_random_uuid()`;
  await sql`insert into users (id, name, email, password_hash, admin, created_at)
    select ${id}, 'Agent Smith ' || n, 'agent' || n || '@example.com', 'x', ${engine === 'sqlite' ? sql`0` : sql`false`},
      '2026-01-01T00:00:00.000Z' from (${numbers}) as numbers`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => database.drop());

it.each([
  ['of all members', 'a', 1, 8],
  ['of all members, later in their names', 'smith', 2, 8],
  ['of one member', 'agent smith 1234', 1, 8],
  ['of one member, later in the name', '12345', 2, 1],
  ['that no member has', 'zoe', 2, 0],
])('a beginning %s is read in the order of the index', async (_, search, statements, found) => {
  const asked = await queriesOf(database.db, async (db) => {
    expect(await findMentionable(db, actor, search)).toHaveLength(found);
  });
  expect(asked).toHaveLength(statements);
  for (const each of asked) {
    const plan = await planOf(database.db, each);
    expect(plan).toContain('member_names_by_text');
    expect(plan).not.toMatch(/Seq Scan on (users|member_names)|SCAN|TEMP B-TREE|Sort Key/);
  }
});

it('follows the names of members', async () => {
  const { db } = database;
  const { id } = await makeUser(db, { name: `Zoë "Zed\\" O'Quill-Ōta` });
  const texts = async () =>
    (
      await db
        .selectFrom('member_names')
        .select(['text', 'later'])
        .where('user_id', '=', id)
        .orderBy('later')
        .orderBy('text')
        .execute()
    ).map(({ text, later }) => `${later} ${text}`);
  expect(await texts()).toEqual([`0 zoe "zed\\" oquill-ota`, `1 "zed\\" oquill-ota`, '1 oquill-ota']);
  await db.updateTable('users').set({ name: 'Zoë Ōta' }).where('id', '=', id).execute();
  expect(await texts()).toEqual(['0 zoe ota', '1 ota']);
  await db.deleteFrom('users').where('id', '=', id).execute();
  expect(await texts()).toEqual([]);
});
