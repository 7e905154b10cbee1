import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { planOf, queriesOf } from '../../../../test/plans.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { listMembers } from './directory.service.ts';
import { newProfile } from './profiles.service.ts';

const many = 3000;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const created_at = fromNow(0);
  const users = Array.from({ length: many }, (_, index) => ({
    id: newId(),
    name: `Agent ${index}`,
    email: `agent${index}@example.com`,
    password_hash: 'x',
    admin: false,
    created_at,
  }));
  const profiles = users.map(({ id }, index) =>
    newProfile(
      id,
      newId(),
      { status: index % 300 === 0 ? 'Broker' : 'Agent', skills: [index % 50 === 0 ? 'Condos' : 'Buyers'] },
      fromNow(-index * 1000),
    ),
  );
  for (let start = 0; start < many; start += 500) {
    await db
      .insertInto('users')
      .values(users.slice(start, start + 500))
      .execute();
    await db
      .insertInto('profiles')
      .values(profiles.slice(start, start + 500))
      .execute();
  }
  await sql`analyze`.execute(db);
});
afterAll(() => database.drop());

it.each([
  ['all members', '', 'profiles_by_date', 20],
  ['the few of a status', 'Broker', 'profiles_by_status', 10],
])('%s are read in the order of an index', async (_, status, index, found) => {
  const [asked, ...others] = await queriesOf(database.db, async (db) => {
    const { rows } = await listMembers(db, { limit: 20, search: '', status });
    expect(rows).toHaveLength(found);
  });
  expect(others).toEqual([]);
  const plan = asked ? await planOf(database.db, asked) : '';
  if (engine === 'sqlite') {
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  } else {
    // PostgreSQL may as well sort the few.
    expect(plan).toMatch(/profiles_by_(date|status)/);
    expect(plan).not.toMatch(/Seq Scan on profiles/);
  }
});

const filter = { limit: 20, status: '' };
const namesOf = async (search: string) =>
  (await listMembers(database.db, { ...filter, search })).rows.map(({ user }) => user.name);

it.each([
  ['many have', 'agen', 2, 20],
  ['some have', 'condo', 4, 20],
  ['few have', 'NT 2999', 3, 1],
  ['no member has', 'zzz"', 3, 0],
  ['many have, with one that no member has', 'agent %%%', 3, 0],
])(
  'a part of a word that %s is found, by the index where few have it',
  async (_, search, statements, found) => {
    const asked = await queriesOf(database.db, async (db) => {
      expect((await listMembers(db, { ...filter, search })).rows).toHaveLength(found);
    });
    expect(asked).toHaveLength(statements);
    const plans = await Promise.all(asked.map((query) => planOf(database.db, query)));
    const newest = found === 20 ? plans : plans.slice(0, 2);
    for (const plan of newest.slice(0, 2)) expect(plan).toContain('profiles_by_date');
    for (const plan of newest) expect(plan).not.toContain('member_search');
    const indexed = plans[newest.length];
    if (indexed === undefined) return;
    expect(indexed).toMatch(
      engine === 'sqlite' ? /member_search VIRTUAL TABLE INDEX/ : /member_search_trigrams/,
    );
    expect(indexed).not.toMatch(/(SCAN|Seq Scan on) (profiles|users|member_numbers)/);
  },
);

it('the index follows names and profiles', async () => {
  const { db } = database;
  const { id } = await makeUser(db, { name: 'Zoë "Zed\\" Ōta' });
  const saved = newProfile(id, newId(), { status: 'Agent', skills: ['Probate'] }, fromNow(-1e9));
  await db.insertInto('profiles').values(saved).execute();
  const name = ['Zoë "Zed\\" Ōta'];
  expect(await namesOf('OBAT')).toEqual(name);
  expect(await namesOf('ZOË zed\\" ōta robat')).toEqual(name);
  expect(await namesOf('oë')).toEqual(name);
  expect(await namesOf('zoë probatezoë')).toEqual([]);
  await db.updateTable('users').set({ name: 'Zoë Ōuchi' }).where('id', '=', id).execute();
  expect(await namesOf('"zed')).toEqual([]);
  expect(await namesOf('ŌUC')).toEqual(['Zoë Ōuchi']);
  await db.updateTable('profiles').set({ search_text: 'leases' }).where('user_id', '=', id).execute();
  expect(await namesOf('probate')).toEqual([]);
  expect(await namesOf('ease')).toEqual(['Zoë Ōuchi']);
  await db.deleteFrom('users').where('id', '=', id).execute();
  expect(await namesOf('ease')).toEqual([]);
  const { rows } = await sql`select 1 from member_search where ${
    engine === 'sqlite' ? sql`words match '"ease"'` : sql`'eas' = any (trigrams)`
  }`.execute(db);
  expect(rows).toEqual([]);
});
