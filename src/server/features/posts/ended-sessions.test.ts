import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { endedSessions } from './ended-sessions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function sessions(count: number, suspended_at: string | null = null): Promise<string[]> {
  const { db } = database;
  const user = await makeUser(db, { suspended_at });
  for (let made = 0; made < count; made++) {
    await openSession(db, user.id, { userAgent: 'test', address: '127.0.0.1' });
  }
  const rows = await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
  return rows.map(({ id }) => id);
}

it.each([0, 1, 100, 101, 230])('finds the ended sessions among %d active ones', async (count) => {
  const active = await sessions(count);
  const ended = [newId(), ...(await sessions(2, now()))];
  expect(await endedSessions(database.db, [...ended, ...active])).toEqual(new Set(ended));
});
