import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../../test/database.ts';
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
    ...{ id: newId(), name: `Agent ${index}`, email: `agent${index}@example.com` },
    ...{ password_hash: 'x', admin: false, created_at },
  }));
  const profiles = users.map(({ id }, index) =>
    newProfile(
      id,
      newId(),
      { status: index % 300 === 0 ? 'Broker' : 'Agent', skills: ['Buyers'] },
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
