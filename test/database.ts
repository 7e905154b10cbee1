import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import {
  type Database,
  type DatabaseSettings,
  type Engine,
  openDatabase,
} from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { minute } from '../src/shared/time.ts';

/** The engine under test; every server test runs once on each. */
export const engine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite';

type Waits = DatabaseSettings['waits'];

export interface TestDatabase {
  db: Database;
  dataDir: string;
  databaseUrl: string | undefined;
  /** For other connections to it. */
  waits: Waits;
  drop(): Promise<void>;
}

/** On a busy machine many calls at once wait longer than a site's visitors should; tests of the limits have their own. */
export const patientWaits = {
  patience: minute,
  limits: {
    statement_timeout: minute,
    lock_timeout: minute,
    idle_in_transaction_session_timeout: minute,
  },
} satisfies Waits;

/** A migrated, empty database in a folder of its own. */
export async function testDatabase(waits: Waits = patientWaits): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-'));
  if (engine === 'sqlite') await cp(sqliteTemplate(), dataDir, { recursive: true });
  return openEmpty(dataDir, process.env.TEST_TEMPLATE, waits);
}

/** An empty database as the version left it whose last migration is `to`. */
export async function formerDatabase(to: string): Promise<TestDatabase> {
  const database = await openEmpty(await mkdtemp(join(tmpdir(), 'brokerage-')), undefined, patientWaits);
  await migrate(database.db, { to });
  return database;
}

async function openEmpty(dataDir: string, template: string | undefined, waits: Waits): Promise<TestDatabase> {
  const databaseUrl =
    engine === 'postgres' ? await createDatabase(`test_${randomUUID()}`, template) : undefined;
  const db = openDatabase({ dataDir, databaseUrl, waits });
  // As the tests' PostgreSQL: what a test writes need not survive a power cut.
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(db);
  return {
    db,
    dataDir,
    databaseUrl,
    waits,
    async drop() {
      await db.destroy();
      await rm(dataDir, { recursive: true, force: true });
      if (databaseUrl) await dropDatabase(new URL(databaseUrl).pathname.slice(1));
    },
  };
}

/** Creates a database on the tests' own PostgreSQL; returns its address. */
export async function createDatabase(name: string, template = 'template1'): Promise<string> {
  await asAdministrator(`create database "${name}" template "${template}"`);
  const url = new URL(administratorUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export const dropDatabase = (name: string): Promise<void> =>
  asAdministrator(`drop database "${name}" with (force)`);

function sqliteTemplate(): string {
  const folder = process.env.TEST_SQLITE_TEMPLATE;
  if (!folder) throw new Error('TEST_SQLITE_TEMPLATE is not set; run the tests with Vitest, which makes it');
  return folder;
}

function administratorUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set; run the tests with npm test, which starts a PostgreSQL');
  return url;
}

async function asAdministrator(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
