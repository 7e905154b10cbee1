import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Migration as KyselyMigration } from 'kysely/migration';
import { columnTypes } from '../../../../migrations/columns.ts';
import { minute } from '../../../shared/time.ts';
import type { MigrationRow } from '../../tables/server.ts';
import { OperatorError } from '../operator-error.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { now } from './ids.ts';
import { isPostgres } from './json-rows.ts';

/** Either `up` or `index`. docs/migrations.md has the rules. */
export interface Migration {
  /**
   * The oldest version that may run on this schema, by the name of its last migration. Stored with the migration, so
   * that a version which does not know the migration can read it.
   */
  oldest?: string;
  /** The oldest version on SQLite, if another: there only one process has the database. */
  oldestOnSqlite?: string;
  up?: KyselyMigration['up'];
  /** One or several, each built for itself. */
  index?: IndexChange | readonly IndexChange[];
}

/** `on` is SQL, such as `posts (user_id, created_at)`. */
export type IndexChange = { create: string; on: string; unique?: boolean } | { drop: string };

export type Migrations = Record<string, Migration>;

export interface Circumstances {
  /**
   * No one else uses the database. An index built without blocking writers would wait for the transaction that sees to
   * this.
   */
  alone?: boolean;
}

/** Total wait for locks of long readers or another process's migration. */
const patience = 10 * minute;
/** Arbitrary, but unique among advisory locks. */
const migrationLock = 7_241_963_105;

/**
 * Applies the missing migrations, each in its own transaction. Several processes may start at once: one applies under a
 * lock. A killed migration leaves nothing, or an index that the next run builds again. A lock that is not free soon is
 * retried, so that no query queues behind it.
 * @throws OperatorError when the schema's version does not allow this version to run
 */
export async function runMigrations(
  db: Database,
  all: Migrations,
  { alone = false }: Circumstances = {},
): Promise<void> {
  for (;;) {
    if ((await findMissing(db, all)).length === 0) return;
    await patiently(() => db.transaction().execute((transaction) => applyNext(db, transaction, all, alone)));
  }
}

/**
 * The names of missing migrations.
 * @throws OperatorError when the schema's version does not allow this version to run
 */
export const findMissing = async (db: Database, all: Migrations): Promise<string[]> =>
  missingIn(await readApplied(db), all);

async function patiently(work: () => Promise<void>): Promise<void> {
  const giveUp = Date.now() + patience;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > giveUp) throw error;
      await setTimeout(Math.min(50 * 2 ** attempt, 5000) * (0.5 + Math.random()));
    }
  }
}

const lockNotAvailable = '55P03';
const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === lockNotAvailable;

async function applyNext(
  db: Database,
  transaction: DatabaseTransaction,
  all: Migrations,
  alone: boolean,
): Promise<void> {
  if (isPostgres(db)) await lockMigrations(transaction);
  await createMigrationsTable(transaction);
  const [name] = missingIn(await readApplied(transaction), all);
  const migration = name && all[name];
  if (!migration) return;
  await migration.up?.(transaction);
  for (const change of [migration.index ?? []].flat()) {
    if (isPostgres(db) && !alone) await changeIndexBeside(db, transaction, change);
    else await changeIndex(transaction, change);
  }
  await transaction
    .insertInto('migrations')
    .values({ name, oldest: oldestFor(db, migration) ?? null, applied_at: now() })
    .execute();
}

export const oldestFor = (db: Database, { oldest, oldestOnSqlite }: Migration): string | undefined =>
  isPostgres(db) ? oldest : (oldestOnSqlite ?? oldest);

async function lockMigrations(transaction: DatabaseTransaction): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await setLockTimeout(transaction);
  // Per transaction: a pooler reassigns sessions. Only tried: building an index would wait for a statement that waits.
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(migrationLock)}) as locked`.execute(transaction);
  if (!rows[0]?.locked)
    throw Object.assign(new Error('Another process is migrating the database'), { code: lockNotAvailable });
}

const setLockTimeout = (transaction: DatabaseTransaction) =>
  sql`set local lock_timeout = '2s'`.execute(transaction);

type Applied = Pick<MigrationRow, 'name' | 'oldest'>;

/** The names of the migrations that this database has; none when it is empty. */
export const appliedMigrations = async (db: Database): Promise<string[]> =>
  (await readApplied(db)).map(({ name }) => name);

/** Without the table of migrations the list is empty. */
async function readApplied(db: Database): Promise<Applied[]> {
  if (!(await hasTable(db, 'migrations'))) return [];
  const rows = await db.selectFrom('migrations').select(['name', 'oldest']).orderBy('name').execute();
  const oldest = new Map(rows.map((row) => [row.name, row.oldest]));
  const names = sinceBaseline([...oldest.keys()], 'The database');
  return names.map((name) => ({ name, oldest: oldest.get(name) ?? null }));
}

const baseline = '1000_schema';
/** The last of the development versions, which had their own migrations. Its schema is that of `baseline`. */
const lastBeforeBaseline = '0097_closing_lists';

/**
 * @param names of the migrations of a database or a backup, as `what` says
 * @throws OperatorError when it is of a development version before the last
 */
export function sinceBaseline(names: string[], what: string): string[] {
  const since = names.filter((name) => name >= baseline);
  if (since.length === names.length) return names;
  if (names.includes(lastBeforeBaseline)) return [...new Set([baseline, ...since])];
  throw new OperatorError(
    `${what} was made by a version before 1.0 that is too old to upgrade. Start the last version before 1.0 on it first.`,
  );
}

async function createMigrationsTable(transaction: DatabaseTransaction): Promise<void> {
  if (await hasTable(transaction, 'migrations')) return;
  const { timestamp } = columnTypes(transaction);
  await sql`create table migrations (
    name text primary key,
    oldest text,
    applied_at ${timestamp} not null
  )`.execute(transaction);
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  // From the catalog itself: to_regclass remembers that a table was missing, also after another process has made it.
  const found = isPostgres(db)
    ? sql`select 1 from pg_class where relname = ${name} and relkind in ('r', 'p') and pg_table_is_visible(oid)`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`;
  return (await found.execute(db)).rows.length > 0;
}

function missingIn(applied: Applied[], all: Migrations): string[] {
  const names = Object.keys(all);
  const last = names.at(-1) ?? '';
  const unknown = applied.filter(({ name }) => !all[name]);
  const needed = unknown
    .map(({ name, oldest }) => oldest ?? name)
    .sort()
    .at(-1);
  if (needed !== undefined && needed > last)
    throw new OperatorError(
      `The database was made by a newer version of this software, and this version cannot run on it: this version ends at ${last}, and ${needed} is needed. Start that version, or restore a backup.`,
    );
  const missing = names.filter((name) => !applied.some((row) => row.name === name));
  const [first] = missing;
  const isOther = first !== undefined && applied.some(({ name }) => name > first);
  if (isOther || unknown.some(({ name }) => name < last))
    throw new OperatorError(
      'The database was made by another version of this software. Start that version, or restore a backup.',
    );
  return missing;
}

async function changeIndex(db: Database, change: IndexChange): Promise<void> {
  if ('drop' in change) return void (await sql`drop index if exists ${sql.ref(change.drop)}`.execute(db));
  await createIndex(db, sql``, change);
}

/** Building without blocking writers cannot be in a transaction. `transaction` holds the lock for as long. */
async function changeIndexBeside(
  db: Database,
  transaction: DatabaseTransaction,
  change: IndexChange,
): Promise<void> {
  // The last query's snapshot, for which the build would wait, lasts until the next statement.
  await setLockTimeout(transaction);
  await changeIndexOnline(db, change);
}

/** Does not block writers, but may be cut short: remains of an earlier run are removed first. */
export async function changeIndexOnline(db: Database, change: IndexChange): Promise<void> {
  if ('drop' in change) return dropIndexOnline(db, change.drop);
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${change.create})`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await dropIndexOnline(db, change.create);
  await createIndex(db, sql`concurrently`, change);
}

const dropIndexOnline = async (db: Database, name: string) =>
  void (await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db));

const createIndex = async (
  db: Database,
  how: RawBuilder<unknown>,
  { create, on, unique }: Extract<IndexChange, { create: string }>,
) =>
  void (await sql`create ${sql.raw(unique ? 'unique' : '')} index ${how} ${sql.ref(create)} on ${sql.raw(on)}`.execute(
    db,
  ));
