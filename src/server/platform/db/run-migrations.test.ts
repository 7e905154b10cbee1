import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  engine,
  type TestDatabase,
  testDatabase,
} from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { patience } from '../../../../test/patience.ts';
import type { Database } from './database.ts';
import { now } from './ids.ts';
import { migrate, migrations } from './migrate.ts';
import { openForMigrations } from './postgres.ts';
import { readyDatabase } from './ready-database.ts';
import {
  appliedMigrations,
  findMissing,
  type Migrations,
  oldestFor,
  runMigrations,
} from './run-migrations.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const last = Object.keys(migrations).at(-1) ?? '';
const applied = () => db.selectFrom('migrations').select(['name', 'oldest']).orderBy('name').execute();
const hitsOf = async (key: string) =>
  (await db.selectFrom('rate_limits').select('hits').where('key', '=', key).executeTakeFirst())?.hits;

/** Counts how often it was applied in full. */
const counting = (key: string, more: (db: Kysely<unknown>) => Promise<void> = async () => {}) => ({
  oldest: last,
  async up(db: Kysely<unknown>) {
    await sql`insert into rate_limits (key, hits, resets_at) values (${key}, 1, '2026-01-01T00:00:00.000Z')
      on conflict (key) do update set hits = rate_limits.hits + 1`.execute(db);
    await more(db);
  },
});

beforeEach(async () => {
  await db.deleteFrom('migrations').where('name', '>', last).execute();
});

describe('migrations', () => {
  it('are all applied to a new database, each with the oldest version that may run beside it', async () => {
    const expected = Object.entries(migrations).map(([name, migration]) => ({
      name,
      oldest: oldestFor(db, migration) ?? null,
    }));
    expect(await applied()).toEqual(expected);
  });

  it('name as the oldest version one that exists and is older', () => {
    const names = Object.keys(migrations);
    expect(names).toEqual(names.toSorted());
    for (const [name, migration] of Object.entries(migrations)) {
      const oldest = oldestFor(db, migration);
      if (oldest === undefined) continue;
      expect(names).toContain(oldest);
      expect(oldest < name || oldest === name).toBe(true);
    }
  });

  it('are applied once, in order', async () => {
    const more = { ...migrations, '9001_a': counting('once a'), '9002_b': counting('once b') };
    await runMigrations(db, more);
    await runMigrations(db, more);
    expect([await hitsOf('once a'), await hitsOf('once b')]).toEqual([1, 1]);
    const row = { oldest: last };
    expect((await applied()).slice(-2)).toEqual([
      { name: '9001_a', ...row },
      { name: '9002_b', ...row },
    ]);
  });

  it('leave nothing of one that fails half-way, and the next run completes it', async () => {
    let broken = true;
    const half = counting('half', async () => {
      if (broken) throw new Error('half-way');
    });
    await expect(runMigrations(db, { ...migrations, '9001_half': half })).rejects.toThrow('half-way');
    expect(await hitsOf('half')).toBeUndefined();
    expect((await applied()).at(-1)?.name).toBe(last);
    broken = false;
    await runMigrations(db, { ...migrations, '9001_half': half });
    expect(await hitsOf('half')).toBe(1);
  });

  it('create and drop indexes', async () => {
    const indexes: Migrations = {
      ...migrations,
      '9001_index': {
        oldest: last,
        index: { create: 'added_later', on: 'rate_limits (hits)', unique: false },
      },
    };
    await runMigrations(db, indexes);
    expect(await hasIndex('added_later')).toBe(true);
    await runMigrations(db, { ...indexes, '9002_drop': { oldest: last, index: { drop: 'added_later' } } });
    expect(await hasIndex('added_later')).toBe(false);
  });

  it.each([
    ['the last version before 1.0', ['0001_accounts', '0097_closing_lists'], undefined],
    ['one before that', ['0001_accounts', '0096_handbook_files'], 'too old to upgrade'],
  ])('of %s count as the baseline or are refused', async (_what, names, refused) => {
    const rows = await db.selectFrom('migrations').select(['name', 'oldest', 'applied_at']).execute();
    await db.deleteFrom('migrations').execute();
    onTestFinished(async () => {
      await db.deleteFrom('migrations').execute();
      await db.insertInto('migrations').values(rows).execute();
    });
    for (const name of names)
      await db.insertInto('migrations').values({ name, oldest: null, applied_at: now() }).execute();
    // The database has the tables of all migrations: only the baseline can be told from it.
    const baseline = { '1000_schema': migrations['1000_schema'] ?? {} };
    const later = { ...baseline, '9001_later': counting(names.join()) };
    if (refused) return expect(runMigrations(db, later)).rejects.toThrow(refused);
    await migrate(db, { to: '1000_schema' });
    expect(await appliedMigrations(db)).toEqual(['1000_schema']);
    await runMigrations(db, later);
    expect([await appliedMigrations(db), await hitsOf(names.join())]).toEqual([
      ['1000_schema', '9001_later'],
      1,
    ]);
  });
});

describe('a version that is older than the schema', () => {
  /** Adds a column, as a newer version would. */
  async function migrateBy(newer: Migrations): Promise<void> {
    await runMigrations(db, { ...migrations, ...newer });
  }
  const start = async () => {
    const started = await readyDatabase(database);
    await started.destroy();
  };

  it('starts where the newer version allows it, and works', async () => {
    await migrateBy({
      '9001_column': {
        oldest: last,
        up: (db) => db.schema.alterTable('users').addColumn('nick', 'text').execute(),
      },
    });
    await start();
    expect(await findMissing(db, migrations)).toEqual([]);
    expect((await makeUser(db)).id).toBeTypeOf('string');
    await db.schema.alterTable('users').dropColumn('nick').execute();
  });

  it.each([
    ['needs a later one', '9001_needed', '9001_needed is needed'],
    ['says nothing', undefined, '9002_later is needed'],
  ])('does not start where the newer version %s, and says so', async (_what, oldest, text) => {
    await migrateBy({ '9002_later': { ...(oldest && { oldest }), up: async () => {} } });
    const message = 'was made by a newer version of this software, and this version cannot run on it';
    await expect(start()).rejects.toThrow(message);
    await expect(start()).rejects.toThrow(text);
    await expect(start()).rejects.toThrow(`this version ends at ${last}`);
  });

  it('does not start on a schema of another line of development', async () => {
    await migrateBy({ '9001_other': { oldest: last, up: async () => {} } });
    const mine = { ...migrations, '9000_mine': counting('mine') };
    await expect(runMigrations(db, mine)).rejects.toThrow('was made by another version of this software');
    expect(await hitsOf('mine')).toBeUndefined();
  });
});

async function hasIndex(name: string): Promise<boolean> {
  const found =
    engine === 'postgres'
      ? sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and indisvalid`
      : sql`select 1 from sqlite_master where type = 'index' and name = ${name}`;
  return (await found.execute(db)).rows.length > 0;
}

if (engine === 'postgres')
  describe('on PostgreSQL', () => {
    let other: pg.Client;
    let processes: Database[];

    beforeAll(async () => {
      other = new pg.Client({ connectionString: database.databaseUrl });
      await other.connect();
      processes = [1, 2, 3].map(() => openForMigrations(database.databaseUrl ?? '', false));
    });
    afterAll(async () => {
      await other.end();
      await Promise.all(processes.map((process) => process.destroy()));
    });

    /** Ends the connection that runs a statement like this, as when its process is killed. */
    const kill = async (statement: string) => {
      const find = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query ilike ${statement}`;
      const hasEnded = async () => (await find.execute(db)).rows.length === 1;
      await vi.waitUntil(hasEnded, patience);
    };

    it('several processes that start at once apply each migration once', async () => {
      const more: Migrations = {
        ...migrations,
        '9001_a': counting('race a'),
        '9002_index': { oldest: last, index: { create: 'raced', on: 'rate_limits (hits)' } },
        '9003_b': counting('race b'),
      };
      await Promise.all(processes.map((process) => runMigrations(process, more)));
      expect([await hitsOf('race a'), await hitsOf('race b')]).toEqual([1, 1]);
      expect(await hasIndex('raced')).toBe(true);
      await db.schema.dropIndex('raced').execute();
    });

    it('a process that found no migrations sees those that another one has made since', async () => {
      const name = `migrations_${crypto.randomUUID()}`;
      const url = await createDatabase(name);
      const [one, another] = [openForMigrations(url, false), openForMigrations(url, false)];
      const few: Migrations = { '1001_first': {} };
      try {
        await one.transaction().execute(async (transaction) => {
          expect(await findMissing(transaction, few)).toEqual(['1001_first']);
          await runMigrations(another, few);
          expect(await findMissing(transaction, few)).toEqual([]);
        });
      } finally {
        await Promise.all([one.destroy(), another.destroy()]);
        await dropDatabase(name);
      }
    });

    it('a killed migration leaves nothing, and the next start completes it', async () => {
      const waits = counting('killed', async (db) => void (await sql`select pg_sleep(60)`.execute(db)));
      const [process = db] = processes;
      const killed = expect(
        runMigrations(process, { ...migrations, '9001_killed': waits }),
      ).rejects.toThrow();
      await kill('select pg_sleep%');
      await killed;
      expect(await hitsOf('killed')).toBeUndefined();
      await runMigrations(process, { ...migrations, '9001_killed': counting('killed') });
      expect(await hitsOf('killed')).toBe(1);
    });

    it('an index that was half-built is built anew, while writers go on', async () => {
      const indexes: Migrations = {
        ...migrations,
        '9001_index': { oldest: last, index: { create: 'half_built', on: 'rate_limits (resets_at)' } },
      };
      const [process = db] = processes;
      // Building waits for this transaction.
      await other.query('begin');
      await other.query('update rate_limits set hits = hits');
      const killed = expect(runMigrations(process, indexes)).rejects.toThrow();
      const building = sql`select 1 from pg_stat_progress_create_index
        where datname = current_database() and phase like 'waiting%'`;
      const isWaiting = async () => (await building.execute(db)).rows.length === 1;
      await vi.waitUntil(isWaiting, patience);
      await db
        .insertInto('rate_limits')
        .values({ key: 'meanwhile', hits: 1, resets_at: '2026-01-01T00:00:00.000Z' })
        .execute();
      await kill('create%half_built%');
      await killed;
      await other.query('rollback');
      const rows = await other.query(
        `select indisvalid from pg_index where indexrelid = 'half_built'::regclass`,
      );
      expect(rows.rows).toEqual([{ indisvalid: false }]);
      expect(await findMissing(db, indexes)).toEqual(['9001_index']);
      await runMigrations(process, indexes);
      expect(await hasIndex('half_built')).toBe(true);
      await db.schema.dropIndex('half_built').execute();
    });

    it('are applied as the user of DATABASE_MIGRATE_URL, and the server runs as one who owns nothing', async () => {
      const name = `owned_${crypto.randomUUID()}`;
      const role = `member_${crypto.randomUUID()}`;
      const owner = await createDatabase(name);
      await other.query(`create role "${role}" login`);
      const url = new URL(owner);
      url.username = role;
      const where = { ...database, databaseUrl: url.href };
      try {
        await expect(readyDatabase(where)).rejects.toThrow(
          'does not let the user of DATABASE_URL create tables',
        );
        const client = new pg.Client({ connectionString: owner });
        await client.connect();
        await client.query(
          `alter default privileges grant select, insert, update, delete on tables to "${role}"`,
        );
        await client.end();
        const migrated = await readyDatabase({ ...where, databaseMigrateUrl: owner });
        expect((await makeUser(migrated)).id).toBeTypeOf('string');
        await migrated.destroy();
        // Nothing is left to do, so the owner is not needed.
        await (await readyDatabase(where)).destroy();
      } finally {
        await dropDatabase(name);
        await other.query(`drop role "${role}"`);
      }
    });
  });
