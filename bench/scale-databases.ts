import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { postgres } from '../scripts/lib/postgres.mjs';
import { startPostgresIn } from '../scripts/lib/postgres-server.mjs';
import { type Database, type Engine, openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { clockRow } from '../src/server/platform/jobs/clock.ts';
import { minute, second } from '../src/shared/time.ts';
import { type FeedSize, feedSize } from './feed-shape.ts';
import { fillFeed, openToFill } from './fill-feed.ts';

/** A filled database, and the folder of the product that uses it. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  size: FeedSize;
  /** How long it took to fill. */
  seconds: number;
}

type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Opens a new small database of an engine, and a large one, which stays in `dataDir` and is filled once.
 * @throws Error when the large one is of another size, or half filled
 */
export async function openPlaces(
  engine: Engine,
  size: FeedSize,
  dataDir: string | undefined,
): Promise<{ small: Place; large: Place; cluster: Cluster | undefined; close(): Promise<void> }> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'brokerage-scale-')));
  // PostgreSQL may run as another user.
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  const cluster = engine === 'postgres' ? await startCluster(join(folder, 'cluster')) : undefined;
  const place = async (name: 'small' | 'large', of: FeedSize): Promise<Place> => {
    const at = { dataDir: join(folder, `${engine}-${name}`), databaseUrl: await cluster?.database(name) };
    await mkdir(at.dataDir, { recursive: true });
    return { ...at, size: of, seconds: await fillOnce(at, of) };
  };
  const close = async () => {
    await cluster?.stop();
    if (!dataDir) await rm(folder, { recursive: true, force: true });
  };
  try {
    // Posts were added when it was last measured.
    await rm(join(folder, `${engine}-small`), { recursive: true, force: true });
    await cluster?.drop('small');
    const smallSize = feedSize(1_000, {
      comments: Math.max(300, (1_000 * size.comments) / size.posts),
      // As many pages: a handbook has at most some hundreds.
      ...(size.office && {
        office: { pages: size.office.pages, closings: Math.max(100, size.office.closings / 1_000) },
      }),
    });
    return { small: await place('small', smallSize), large: await place('large', size), cluster, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Durable, unlike the tests'; a quarter of 4 GB of memory for its pages. */
const clusterSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
};

export async function startCluster(folder: string) {
  const programs = postgres.find();
  if (!programs) throw new Error(postgres.howToInstall);
  const { url, stop } = await startPostgresIn(programs, folder, clusterSettings);
  return {
    stop,
    database: (name: string) => databaseOn(url, name),
    drop: (name: string) =>
      administer(url, (db) => sql`drop database if exists ${sql.ref(name)}`.execute(db)),
  };
}

/** Creates a database on the server of `url` unless it is there; returns its address. */
export async function databaseOn(url: string, name: string): Promise<string> {
  await administer(url, async (db) => {
    const { rows } = await sql`select from pg_database where datname = ${name}`.execute(db);
    if (rows.length === 0) await sql`create database ${sql.ref(name)}`.execute(db);
  });
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function administer<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openToFill({ dataDir: '', databaseUrl: url });
  return work(db).finally(() => db.destroy());
}

/** A file next to the database, since a backup refuses a table that it doesn't know. */
const filledFile = 'filled.json';

/** Returns the seconds that the fill took, then or now. */
async function fillOnce(
  at: { dataDir: string; databaseUrl: string | undefined },
  size: FeedSize,
): Promise<number> {
  const file = join(at.dataDir, filledFile);
  if (existsSync(file)) {
    const filled: { size: FeedSize; seconds: number } = JSON.parse(readFileSync(file, 'utf8'));
    if (!isDeepStrictEqual(filled.size, size))
      throw new Error(`${at.dataDir} is filled otherwise: see ${file}`);
    return filled.seconds;
  }
  const db = openToFill(at);
  try {
    await migrate(db);
    const begunBefore = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (begunBefore) throw new Error(`${at.dataDir} is half filled: remove it`);
    const begun = performance.now();
    await fillFeed(db, size);
    const seconds = Math.round((performance.now() - begun) / 1000);
    await writeFile(file, JSON.stringify({ size, seconds }));
    return seconds;
  } finally {
    await db.destroy();
  }
}

/** Bytes on disk: of SQLite with its log, of PostgreSQL without. */
export async function bytesOf({ dataDir, databaseUrl }: Place): Promise<number> {
  if (databaseUrl) {
    const db = openDatabase({ dataDir, databaseUrl });
    const { rows } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database()) as bytes`.execute(db);
    await db.destroy();
    return Number(rows[0]?.bytes);
  }
  const names = await readdir(dataDir);
  const sizes = names
    .filter((name) => name.startsWith('brokerage.db'))
    .map((name) => stat(join(dataDir, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

/** Jobs of an hour or a day begin within six seconds of the start. */
const jobsBegin = 7 * second;
/** A job that fails is tried again an hour later. */
const maxWait = 10 * minute;

/** Waits until the jobs that run at the start have ended, as the first calls would wait for them; returns seconds. */
export async function untilJobsEnded(place: Pick<Place, 'dataDir' | 'databaseUrl'>): Promise<number> {
  const begun = performance.now();
  const waited = () => performance.now() - begun;
  const db = openDatabase(place);
  try {
    for (let running = true; running && waited() < maxWait; ) {
      await new Promise((resolve) => setTimeout(resolve, waited() < jobsBegin ? jobsBegin : second / 2));
      const { rows } =
        await sql`select name from jobs where name <> ${clockRow} and (succeeded_at is null or succeeded_at < started_at)`.execute(
          db,
        );
      running = rows.length > 0;
    }
    return waited() / second;
  } finally {
    await db.destroy();
  }
}
