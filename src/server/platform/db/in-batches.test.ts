import { setImmediate } from 'node:timers';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { fromNow, now } from './ids.ts';
import { batch, deleteInBatches, inBatches, inPages } from './in-batches.ts';
import { afterKeyset } from './keyset.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Counts turns of the event loop. In each of them a request could have been served. */
function countTurns() {
  const count = { turns: 0, isOver: false };
  setImmediate(function next() {
    count.turns++;
    if (!count.isOver) setImmediate(next);
  });
  return count;
}

it('serves requests between transactions', async () => {
  const count = countTurns();
  const seen: number[] = [];
  await inBatches(
    database.db,
    async () => {
      seen.push(count.turns);
      return seen.length < 4 ? 10 : 9;
    },
    10,
  );
  count.isOver = true;
  expect(seen).toHaveLength(4);
  expect(new Set(seen).size).toBe(4);
});

it('deletes what a condition finds, and nothing else, some rows in a transaction', async () => {
  const rows = (name: string, count: number, resets_at: string) =>
    Array.from({ length: count }, (_, index) => ({ key: `${name}:${index}`, hits: 1, resets_at }));
  await database.db
    .insertInto('rate_limits')
    .values(rows('old', 2 * batch + 50, fromNow(-1000)))
    .execute();
  await database.db
    .insertInto('rate_limits')
    .values(rows('new', 3, fromNow(100_000)))
    .execute();
  const deleted: number[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.numAffectedRows !== undefined) deleted.push(Number(result.numAffectedRows));
      return result;
    },
  };
  await deleteInBatches(database.db.withPlugin(listener), 'rate_limits', sql`resets_at <= ${now()}`);
  expect(deleted).toEqual([batch, batch, 50]);
  expect(await database.db.selectFrom('rate_limits').select('key').execute()).toHaveLength(3);
});

it('reads rows from a time on, each once, and serves requests between', async () => {
  const { db } = database;
  const rows = Array.from({ length: 1201 }, (_, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    actor_id: null,
    actor_name: '',
    action: 'data.imported' as const,
    object_id: '',
    object_name: '',
    details: '',
    // Some at the same moment.
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7)).toISOString(),
  }));
  for (let start = 0; start < rows.length; start += 300)
    await db
      .insertInto('audit_log')
      .values(rows.slice(start, start + 300))
      .execute();
  const count = countTurns();
  const turns = new Set<number>();
  const ids: string[] = [];
  const pages = inPages(db, rows[7]?.created_at, (after, limit) =>
    db
      .selectFrom('audit_log')
      .select(['id', 'created_at'])
      .where(afterKeyset('created_at', 'id', after))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const page of pages) {
    turns.add(count.turns);
    ids.push(...page.map(({ id }) => id));
  }
  count.isOver = true;
  expect(ids).toEqual(rows.slice(7).map(({ id }) => id));
  expect(turns.size).toBe(3);
});
