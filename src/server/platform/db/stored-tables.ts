import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { dataMap } from '../../tables/data-map.ts';
import type { TableRule } from '../../tables/rules.ts';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';
import { unfinishedTable } from './unfinished.ts';

const rules: [string, TableRule][] = Object.entries(dataMap);
const archived = (how: TableRule['archived']) =>
  new Set(rules.filter(([, rule]) => rule.archived === how).map(([name]) => name));

const derivedTables = archived('never');

/** docs/security.md S12.2: archived only when encrypted. */
export const secretTables: ReadonlySet<string> = archived('encrypted');

interface Column {
  name: string;
  /** As declared: text, uuid, timestamptz, INTEGER … */
  type: string;
}

/** A table as the database describes it, so that this works for every version of the schema. */
export interface StoredTable {
  name: string;
  /** By name, without generated columns. */
  columns: Column[];
  /** The columns of the primary key. */
  key: string[];
}

type Row = Record<string, unknown>;

interface ColumnOfTable extends Column {
  table: string;
  /** Place in the primary key. */
  place: number | null;
}

/** The tables with data of their own, parents before those that refer to them. */
export async function storedTables(db: Database): Promise<StoredTable[]> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns).execute(db);
  const { rows: references } = await (isPostgres(db) ? postgresReferences : sqliteReferences).execute(db);
  const columnsOf = Map.groupBy(rows, ({ table }) => table);
  const tables = [...columnsOf]
    .filter(([name]) => isStored(name))
    .map(([name, columns]) => toTable(name, columns));
  return inOrderOfReference(tables, references);
}

const isStored = (name: string) =>
  !/^(kysely|sqlite)_/.test(name) && !derivedTables.has(name) && name !== unfinishedTable;

const postgresColumns = sql<ColumnOfTable>`
  select t.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
    array_position(i.indkey::int2[], a.attnum) as place
  from pg_class t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_index i on i.indrelid = t.oid and i.indisprimary
  where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace`;

const sqliteColumns = sql<ColumnOfTable>`
  select t.name as "table", c.name, c.type, nullif(c.pk, 0) as place
  from pragma_table_list as t join pragma_table_xinfo(t.name) as c
  where t.schema = 'main' and t.type = 'table' and c.hidden = 0`;

interface Reference {
  table: string;
  parent: string;
}

const postgresReferences = sql<Reference>`
  select t.relname as "table", p.relname as parent from pg_constraint c
  join pg_class t on t.oid = c.conrelid join pg_class p on p.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`;

const sqliteReferences = sql<Reference>`
  select t.name as "table", f."table" as parent
  from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
  where t.schema = 'main' and t.type = 'table'`;

function toTable(name: string, columns: ColumnOfTable[]): StoredTable {
  const inKey = columns.filter(({ place }) => place !== null);
  if (inKey.length === 0) throw new Error(`The table ${name} has no primary key`);
  return {
    name,
    // Not in the order of the table, which differs between the engines.
    columns: columns.map(({ name, type }) => ({ name, type })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    key: inKey.sort((a, b) => Number(a.place) - Number(b.place)).map((column) => column.name),
  };
}

function inOrderOfReference(tables: StoredTable[], references: Reference[]): StoredTable[] {
  const left = new Map(tables.sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]));
  const ordered: StoredTable[] = [];
  while (left.size > 0) {
    const waits = new Set(
      references
        .filter(({ table, parent }) => table !== parent && left.has(parent))
        .map(({ table }) => table),
    );
    const ready = [...left.values()].filter(({ name }) => !waits.has(name));
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...left.keys()].join(', ')}`);
    for (const table of ready) left.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** A table's rows as text, a line each, and where to go on after them. */
export interface Batch {
  lines: string[];
  /** The last row's key. */
  last: unknown[];
}

interface Reading {
  /** Only rows with a greater key. */
  after?: unknown[] | undefined;
  where?: RawBuilder<boolean> | undefined;
  /** Values to read in place of columns, by their names. */
  instead?: ReadonlyMap<string, RawBuilder<unknown>> | undefined;
}

const maxRows = 2000;
/** Bounds memory: a row may be larger than a megabyte, so that 2,000 of them must not be read at once. */
const maxBytes = 4_000_000;

/** All rows in batches by primary key. Call it in a transaction, or while no one may write. */
export async function* readBatches(
  db: Database,
  table: StoredTable,
  { after, where = sql<boolean>`true`, instead = new Map() }: Reading = {},
): AsyncGenerator<Batch> {
  const largest = await largestRow(db, table);
  const limit = Math.min(maxRows, Math.max(1, Math.floor(maxBytes / (largest + 100))));
  const columns = sql.join(
    table.columns.map(({ name }) => {
      const value = instead.get(name);
      return value ? sql`${value} as ${sql.ref(name)}` : sql.ref(name);
    }),
  );
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  const lineOf = table.columns.some(isBinary) ? toLineWithBytes : toLine;
  for (let last = after; ; ) {
    const rest = last ? sql`(${key}) > (${sql.join(last)})` : sql`true`;
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table.name)}
      where ${where} and ${rest} order by ${key} limit ${limit}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = table.key.map((name) => end[name]);
    yield { lines: rows.map(lineOf), last };
    if (rows.length < limit) return;
  }
}

/** Without reading the texts: both engines know their lengths. */
async function largestRow(db: Database, { name, columns }: StoredTable): Promise<number> {
  const lengths = columns
    .filter(({ type }) => /text|char|blob|bytea/i.test(type))
    .map((column) => sql`coalesce(octet_length(${sql.ref(column.name)}), 0)`);
  if (lengths.length === 0) return 0;
  const { rows } = await sql<{ largest: number | null }>`
    select max(${sql.join(lengths, sql` + `)}) as largest from ${sql.table(name)}`.execute(db);
  return rows[0]?.largest ?? 0;
}

export async function countRows(
  db: Database,
  { name }: StoredTable,
  where = sql<boolean>`true`,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Equal on both engines: columns come in the order of their names, timestamps and booleans as the server reads them.
 */
function toLine(row: Row): string {
  return JSON.stringify(row);
}

/** Slower, hence apart. */
function toLineWithBytes(row: Row): string {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
  ]);
  return JSON.stringify(Object.fromEntries(values));
}

const isBinary = ({ type }: Column) => /^(blob|bytea)$/i.test(type);

/** Inserts rows that `readBatches` returned, from either engine; those that exist are left as they are. */
export async function insertLines(db: Database, table: StoredTable, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = `[${lines.join(',')}]`;
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const into = sql`insert into ${sql.table(table.name)} (${columns})`;
  if (isPostgres(db)) {
    await sql`${into} select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${rows}::json)
      on conflict do nothing`.execute(db);
    return;
  }
  const values = table.columns.map(({ name, type }) => {
    const value = sql`value ->> ${sql.lit(`$."${name}"`)}`;
    return isBinary({ name, type }) ? sql`unhex(substr(${value}, 3))` : value;
  });
  await sql`${into} select ${sql.join(values)} from json_each(${rows}) where true on conflict do nothing`.execute(
    db,
  );
}

const modulus = 2n ** 256n;

/** The sum of all rows' SHA-256: equal for the same rows in any order. */
export class RowHash {
  #sum: bigint;
  rows: number;

  constructor(state = { rows: 0, hash: '0' }) {
    this.#sum = BigInt(`0x${state.hash}`);
    this.rows = state.rows;
  }

  add(lines: string[]): void {
    for (const line of lines) this.#sum += BigInt(`0x${hash('sha256', line)}`);
    this.#sum %= modulus;
    this.rows += lines.length;
  }

  /** Hexadecimal. */
  get hash(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
