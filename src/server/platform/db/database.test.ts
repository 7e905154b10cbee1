import { statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  engine,
  type TestDatabase,
  testDatabase,
} from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { readConfig } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { newId } from './ids.ts';
import { migrate } from './migrate.ts';
import { booleanColumns } from './sqlite-booleans.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const hitsOf = async (key: string) => {
  const row = await db.selectFrom('rate_limits').select('hits').where('key', '=', key).executeTakeFirst();
  return row?.hits;
};
const counter = (key: string, hits = 0) => ({ key, hits, resets_at: '2026-01-01T00:00:00.000Z' });

describe('a row', () => {
  it('has booleans in, out, in conditions and in changes', async () => {
    const [admin, member] = [await makeUser(db, { admin: true }), await makeUser(db)];
    expect([admin.admin, member.admin]).toEqual([true, false]);
    const admins = db.selectFrom('users').select('id').where('admin', '=', true);
    expect(await admins.execute()).toEqual([{ id: admin.id }]);
    await db.updateTable('users').set({ admin: true }).where('id', '=', member.id).execute();
    const known = db.selectFrom('users').select('id').where('admin', 'in', [true]).orderBy('id');
    expect(await known.execute()).toEqual([{ id: admin.id }, { id: member.id }]);
  });

  it.each(['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z', '1999-12-31T08:00:00.120Z'])(
    'has the timestamp %s to the letter',
    async (moment) => {
      const { id } = await makeUser(db, { created_at: moment, suspended_at: moment });
      const user = db.selectFrom('users').select(['created_at', 'suspended_at']).where('id', '=', id);
      expect(await user.executeTakeFirst()).toEqual({ created_at: moment, suspended_at: moment });
      const found = db.selectFrom('users').select('id').where('created_at', '=', moment);
      expect(await found.execute()).toEqual([{ id }]);
    },
  );

  it('has counts as numbers', async () => {
    const { count } = await db
      .selectFrom('users')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBeTypeOf('number');
  });

  it('cannot refer to what is not there', async () => {
    const session = { user_id: newId(), token_hash: 'x', user_agent: '', address: '' };
    const moments = { created_at: '2026-01-01T00:00:00.000Z', last_used_at: '2026-01-01T00:00:00.000Z' };
    const insert = db.insertInto('sessions').values({ id: newId(), ...session, ...moments });
    await expect(insert.execute()).rejects.toThrow(/foreign key/i);
  });
});

describe('inTransaction', () => {
  it('commits all of it or nothing', async () => {
    const broken = inTransaction(db, async (transaction) => {
      await transaction.insertInto('rate_limits').values(counter('nothing')).execute();
      throw new Error('half-way');
    });
    await expect(broken).rejects.toThrow('half-way');
    expect(await hitsOf('nothing')).toBeUndefined();
  });

  it('does not try again what would fail again', async () => {
    await db.insertInto('rate_limits').values(counter('taken')).execute();
    let attempts = 0;
    const broken = inTransaction(db, async (transaction) => {
      attempts++;
      await transaction.insertInto('rate_limits').values(counter('taken')).execute();
    });
    await expect(broken).rejects.toThrow(/unique/i);
    expect(attempts).toBe(1);
  });

  it('loses no change of 50 at once that read before they write', async () => {
    await db.insertInto('rate_limits').values(counter('shared')).execute();
    const increment = () =>
      inTransaction(db, async (transaction) => {
        const row = transaction.selectFrom('rate_limits').select('hits').where('key', '=', 'shared');
        const { hits } = await (engine === 'postgres' ? row.forUpdate() : row).executeTakeFirstOrThrow();
        await transaction
          .updateTable('rate_limits')
          .set({ hits: hits + 1 })
          .where('key', '=', 'shared')
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, increment));
    expect(await hitsOf('shared')).toBe(50);
  });
});

if (engine === 'sqlite') {
  describe('on SQLite', () => {
    it('has parameters whose values do not make the planner prepare a statement anew', () => {
      const byName = db.selectFrom('users').select('id').where('name', 'in', ['Ann', 'Bea']).limit(5);
      expect(byName.compile().sql).toBe('select "id" from "users" where "name" in (+?, +?) limit +?');
    });

    it('a transaction holds the right to write from its beginning, so that it cannot fail half-way', async () => {
      const other = new BetterSqlite(`${database.dataDir}/brokerage.db`, { timeout: 0 });
      await inTransaction(db, async () => {
        expect(() => other.exec('begin immediate')).toThrow('database is locked');
      });
      other.exec('begin immediate; rollback');
      other.close();
    });

    it('is for this user alone, in a folder made for it', async () => {
      const dataDir = join(database.dataDir, 'new', 'folder');
      const fresh = openDatabase({ ...readConfig({}), dataDir });
      await sql`create table t (id integer)`.execute(fresh);
      const modes = ['', 'brokerage.db', 'brokerage.db-wal', 'brokerage.db-shm'].map(
        (name) => statSync(join(dataDir, name)).mode & 0o777,
      );
      expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
      await fresh.destroy();
    });

    it('has the settings with which SQLite syncs each commit to the disk', async () => {
      const opened = openDatabase({ ...readConfig({}), dataDir: database.dataDir });
      const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(opened);
      const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(opened);
      await opened.destroy();
      expect([synchronous.rows[0]?.synchronous, journal.rows[0]?.journal_mode]).toEqual([2, 'wal']);
    });
  });
}

if (engine === 'postgres') {
  describe('on PostgreSQL', () => {
    /** Resolves when `count` callers wait for it. */
    const barrier = (count: number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      return () => {
        if (--count === 0) resolve();
        return promise;
      };
    };

    it('two transactions of which each would undo what the other has read both commit, one after another', async () => {
      const url = new URL(database.databaseUrl ?? '');
      url.searchParams.set('options', '-c default_transaction_isolation=serializable');
      const serializable = openDatabase({ ...database, databaseUrl: url.href });
      const bothHaveRead = barrier(2);
      let attempts = 0;
      const addTheSum = (key: string) =>
        inTransaction(serializable, async (transaction) => {
          const first = ++attempts <= 2;
          const rows = await transaction
            .selectFrom('rate_limits')
            .select('hits')
            .where('key', 'like', 'sum%')
            .execute();
          if (first) await bothHaveRead();
          await transaction.insertInto('rate_limits').values(counter(key, rows.length)).execute();
        });
      await Promise.all([addTheSum('sum-a'), addTheSum('sum-b')]);
      // The loser may lose again while the other is about to commit.
      expect(attempts).toBeGreaterThanOrEqual(3);
      expect([await hitsOf('sum-a'), await hitsOf('sum-b')].sort()).toEqual([0, 1]);
      await serializable.destroy();
    });

    it('two transactions that wait for each other both come to an end', async () => {
      await db
        .insertInto('rate_limits')
        .values([counter('left'), counter('right')])
        .execute();
      const bothHaveOne = barrier(2);
      let attempts = 0;
      const incrementBoth = (keys: string[]) =>
        inTransaction(db, async (transaction) => {
          const first = ++attempts <= 2;
          for (const [turn, key] of keys.entries()) {
            if (first && turn === 1) await bothHaveOne();
            await transaction
              .updateTable('rate_limits')
              .set((row) => ({ hits: row('hits', '+', 1) }))
              .where('key', '=', key)
              .execute();
          }
        });
      await Promise.all([incrementBoth(['left', 'right']), incrementBoth(['right', 'left'])]);
      expect(attempts).toBeGreaterThanOrEqual(3);
      expect([await hitsOf('left'), await hitsOf('right')]).toEqual([2, 2]);
    });

    it('every boolean column is known to what makes booleans of numbers on SQLite', async () => {
      const { rows } = await sql<{ column_name: string }>`
        select distinct column_name from information_schema.columns
        where table_schema = 'public' and data_type = 'boolean'`.execute(db);
      expect(rows.map((row) => row.column_name).sort()).toEqual([...booleanColumns].sort());
    });

    it('several processes may migrate an empty database at once', async () => {
      const name = `migrate_${crypto.randomUUID()}`;
      const databaseUrl = await createDatabase(name);
      const processes = [1, 2, 3].map(() => openDatabase({ ...database, databaseUrl }));
      await Promise.all(processes.map((process) => migrate(process)));
      await Promise.all(processes.map((process) => makeUser(process)));
      await Promise.all(processes.map((process) => process.destroy()));
      await dropDatabase(name);
    });
  });
}
