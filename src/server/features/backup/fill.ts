import { sql } from 'kysely';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { RowHash, readBatches, type StoredTable, storedTables } from '../../platform/db/stored-tables.ts';
import { markFinished, markUnfinished } from '../../platform/db/unfinished.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { replayErasures } from '../personal-data/replay-erasures.ts';
import { addAllToSearch } from '../posts/post-search.ts';
import type { Report } from './report.ts';

/**
 * Rows that a server or a migration makes by itself, such as version 1 of the fees. A database whose settings were
 * changed has a row in `users`.
 */
const madeByServer = new Set([
  'agreement_settings',
  'closing_settings',
  'content_version',
  'fee_versions',
  'feed_position',
  'jobs',
  'locks',
  'publishing_settings',
  'refills',
  'sealing_key',
  'secrets',
  'security_log',
  'setup_links',
  // From the list of erasures, which outlives the database.
  'tombstones',
]);

/** Whether this database holds no one's data. */
export async function isEmpty(db: Database): Promise<boolean> {
  for (const { name } of await storedTables(db)) {
    if (madeByServer.has(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** Marks the database as being filled, deletes what it holds, and makes the tables of these migrations, empty. */
export async function beginFilling(
  db: Database,
  { from, migrations }: { from: string; migrations: string[] },
): Promise<void> {
  if (isPostgres(db)) await emptyPostgres(db, from);
  else await emptySqlite(db, from);
  await migrate(db, { to: migrations.at(-1), alone: true });
  // Some migrations insert rows.
  for (const { name } of (await storedTables(db)).reverse())
    await sql`delete from ${sql.table(name)}`.execute(db);
}

const emptyPostgres = (db: Database, from: string) =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(transaction);
    for (const { name } of rows)
      await sql`drop table if exists ${sql.table(name)} cascade`.execute(transaction);
    await markUnfinished(transaction, from);
  });

async function emptySqlite(db: Database, from: string): Promise<void> {
  // SQLite ignores it inside a transaction.
  await sql`pragma foreign_keys = off`.execute(db);
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_list
      where schema = 'main' and type in ('table', 'virtual') and name not glob 'sqlite_*'`.execute(
      transaction,
    );
    for (const { name } of rows) await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    await markUnfinished(transaction, from);
  });
  await sql`vacuum`.execute(db);
  await sql`pragma foreign_keys = on`.execute(db);
}

export interface ExpectedTable {
  name: string;
  rows: number;
  hash: string;
}

/** @throws OperatorError when a table does not have the expected rows */
export async function compareTables(db: Database, expected: ExpectedTable[], report: Report): Promise<void> {
  const tables = await storedTables(db);
  for (const { name, rows, hash } of expected) {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new OperatorError(`There is no table ${name}.`);
    report.progress(`Comparing ${name}`);
    const found = await hashTable(db, table);
    if (found.rows !== rows || found.hash !== hash)
      throw new OperatorError(
        `The table ${name} differs: ${rows} rows were to be stored, ${found.rows} are${found.rows === rows ? ', with other values' : ''}.`,
      );
  }
}

const hashTable = (db: Database, table: StoredTable) =>
  withoutTimeLimit(db, async (transaction) => {
    const hash = new RowHash();
    for await (const { lines } of readBatches(transaction, table)) hash.add(lines);
    return hash;
  });

/** The server's connections have limits for statements, which reading a large table exceeds. */
export const withoutTimeLimit = <T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    if (isPostgres(db)) {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    }
    return work(transaction);
  });

/** The lists of who was erased, perhaps after the backup. */
export interface Erasures {
  files: string[];
  sealing: Sealing;
}

/** `config`: an erasure may tell admins of webhooks that it pauses, in the brokerage's name. */
export interface Repeated extends Erasures {
  config: Pick<Config, 'brokerage'>;
}

/**
 * Makes a filled database ready for a server: migrates it forward, indexes the posts' words, repeats erasures from
 * after the backup (`erasures`), and checks integrity and references.
 * @throws OperatorError when it is not sound
 */
export async function finishFilling(
  db: Database,
  { erasures, report }: { erasures?: Repeated | undefined; report: Report },
): Promise<void> {
  await migrate(db, { alone: true });
  // The row of the backup itself, and of other runs: no process works on them here.
  await db.deleteFrom('backups').where('finished_at', 'is', null).execute();
  await indexPosts(db, report);
  const erased = erasures ? await replayErasures(db, erasures.files, erasures) : 0;
  if (erased > 0) report.line(`Erased ${erased} again that were erased after the backup.`);
  await checkIntegrity(db);
  await markFinished(db);
}

async function indexPosts(db: Database, report: Report): Promise<void> {
  await sql`delete from post_words`.execute(db);
  let done = 0;
  for (let after: { at: string; id: string } | undefined; ; ) {
    const last = after;
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'created_at as at', 'text'])
      // The order of the index on SQLite is that of the dates.
      .orderBy('created_at')
      .orderBy('id')
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) > (${last?.at}, ${last?.id})`),
      )
      .limit(500)
      .execute();
    if (posts.length === 0) return;
    await db.transaction().execute((transaction) => addAllToSearch(transaction, posts));
    after = posts.at(-1);
    done += posts.length;
    report.progress(`Indexed the words of ${done.toLocaleString('en-US')} posts`);
  }
}

/** PostgreSQL checks references with each row, and its pages by itself. */
async function checkIntegrity(db: Database): Promise<void> {
  if (isPostgres(db)) {
    await withoutTimeLimit(db, (transaction) => sql`analyze`.execute(transaction));
    return;
  }
  const { rows: dangling } = await sql<{ table: string; parent: string }>`
    select "table", parent from pragma_foreign_key_check limit 1`.execute(db);
  const [first] = dangling;
  if (first)
    throw new OperatorError(`A row of ${first.table} refers to one of ${first.parent} that is missing.`);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
  if (rows[0]?.integrity_check !== 'ok') throw new OperatorError(`SQLite says: ${rows[0]?.integrity_check}`);
}
