import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { now } from '../src/server/platform/db/ids.ts';
import { searchWords } from './feed-texts.ts';
import { fill } from './fill.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('fills rows that refer to each other, with the counts and indexes that the product keeps', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerage-fill-'));
  const place = { dataDir: folder.path, databaseUrl: undefined };
  await fill(place, { posts: 200, members: 50 }, { pages: 12, closings: 900 });
  await using db = openDatabase(place);
  expect(await count(db, sql`pragma_foreign_key_check`)).toBe(0);
  expect(await count(db, sql`post_likes`)).toBe(1_000);
  expect(await count(db, sql`comments`)).toBe(600);
  const wrong = sql`posts where like_count <> (select count(*) from post_likes where post_id = posts.id)
      or comment_count <> (select count(*) from comments where post_id = posts.id)`;
  expect(await count(db, wrong)).toBe(0);
  expect(await count(db, sql`post_search where post_search match ${searchWords.rare}`)).toBe(3);
  expect(await count(db, sql`post_words`)).toBe(200);
  expect(await count(db, sql`member_files where settle_at < ${now()}`)).toBe(0);
  expect(await count(db, sql`member_file_findings`)).toBeGreaterThan(50);
  expect(await count(db, sql`handbook_asks`)).toBeGreaterThanOrEqual(50 * 12);
  expect(await count(db, sql`closings where (paid_on is null) <> (promise is null)`)).toBe(0);
  const states = sql`(select distinct state from closings)`;
  expect(await count(db, states)).toBe(3);
});

async function count(db: Database, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db);
  return rows[0]?.count ?? -1;
}
