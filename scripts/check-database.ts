/**
 * `npm run check`: no query of src/ takes all columns, and no migration locks or rewrites a large table
 * (docs/migrations.md). squawk judges the SQL that the migrations would run on PostgreSQL.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { migrations } from '../src/server/platform/db/migrate.ts';
import {
  changeIndexOnline,
  type Migration,
  type Migrations,
} from '../src/server/platform/db/run-migrations.ts';
import type { Tables } from '../src/server/tables/tables.ts';

const root = join(import.meta.dirname, '..');

/** Makes the tables: there is nothing to lock. */
const lastExempt = '1000_schema';

async function main(): Promise<number> {
  const faults = [...(await missedControls()), ...selectsInSources(), ...(await faultsOf(migrations))];
  for (const fault of faults) console.error(fault);
  const judged = judgedIn(migrations).length;
  if (faults.length === 0) console.log(`Database: columns are named, ${judged} migrations judged, no fault`);
  return faults.length === 0 ? 0 : 1;
}

function selectsInSources(): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  return files.flatMap((file) => selectsIn(file, readFileSync(join(root, file), 'utf8')));
}

const selectsIn = (file: string, code: string): string[] =>
  code
    .split('\n')
    .flatMap((line, index) =>
      /\.(selectAll|returningAll)\(|\b(select|returning)\s+(\w+\.)?\*/i.test(line)
        ? [`${file}:${index + 1}: takes all columns; name them, as in src/server/tables/`]
        : [],
    );

const judgedIn = (all: Migrations) => Object.entries(all).filter(([name]) => name > lastExempt);

async function faultsOf(all: Migrations): Promise<string[]> {
  const compiled = new Map<string, string[]>();
  const faults: string[] = [];
  for (const [name, migration] of judgedIn(all)) {
    const statements = await statementsOf(migration);
    faults.push(...ownFaults(all, migration, statements).map((fault) => `${name}: ${fault}`));
    compiled.set(name, statements);
  }
  return [...faults, ...squawk(compiled)];
}

async function statementsOf({ up, index }: Migration): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.push(query.sql);
    },
  });
  await up?.(db);
  if (!index) return inTransaction(statements);
  for (const change of [index].flat()) await changeIndexOnline(db, change);
  return statements.filter((statement) => !statement.trim().startsWith('select'));
}

/** As run-migrations.ts does it. */
const inTransaction = (statements: string[]) => ['begin', `set lock_timeout = '2s'`, ...statements, 'commit'];

/** Rules that squawk lacks. */
function ownFaults(all: Migrations, { oldest, up, index }: Migration, statements: string[]): string[] {
  const text = statements.join(';\n');
  const created = new Set([...text.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table));
  const others = (form: RegExp) => [...text.matchAll(form)].filter(([, table]) => !created.has(table));
  const changes = others(/^(?:alter table|drop table|create (?:unique )?index .* on) "?(\w+)/gim);
  return [
    ...(oldest === undefined || !Object.hasOwn(all, oldest)
      ? ['must export the oldest migration of a version that may run on its schema']
      : []),
    ...((up === undefined) === (index === undefined) ? ['must export either up or index'] : []),
    ...(changes.length > 1 ? ['changes existing tables more than once; make it several migrations'] : []),
    ...others(/^\s*(?:update|delete from) "?(\w+)/gim).map(
      ([, table]) => `changes rows of ${table}; a job does that in small steps`,
    ),
    ...others(/^\s*(?:lock table|cluster|vacuum|reindex|truncate)\b.*/gim).map(
      ([found]) => `locks: ${found}`,
    ),
  ];
}

/**
 * Rules about style, about work that the runner does, or about the contracting half of a change, which `oldest` covers.
 */
const excluded = [
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-bigint-over-int',
  'prefer-identity',
  'require-lock-timeout',
  'require-statement-timeout',
  'ban-drop-column',
  'ban-drop-table',
];

function squawk(migrations: Map<string, string[]>): string[] {
  if (migrations.size === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  try {
    const files = [...migrations].map(([name, statements]) => {
      writeFileSync(join(folder, `${name}.sql`), statements.map((statement) => `${statement};\n`).join(''));
      return join(folder, `${name}.sql`);
    });
    const options = ['--reporter', 'json', '--pg-version', '15', '--exclude', excluded.join(',')];
    const command = join(root, 'node_modules/squawk-cli/js/bin/squawk');
    const { stdout, stderr } = spawnSync(process.execPath, [command, ...options, ...files], {
      encoding: 'utf8',
    });
    if (!stdout.trim().startsWith('[')) throw new Error(`squawk failed: ${stderr}`);
    const found: { file: string; rule_name: string; message: string }[] = JSON.parse(stdout);
    return found.map(
      ({ file, rule_name, message }) =>
        `${file.slice(folder.length + 1, -'.sql'.length)}: ${rule_name}: ${message}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Self-test: a check that finds nothing would look like clean code. */
async function missedControls(): Promise<string[]> {
  const wrongQueries = ['db.selectFrom(x).selectAll()', '.returningAll()', 'sql`select * from x`'];
  const missedQueries = wrongQueries.filter((code) => selectsIn('x.ts', code).length !== 1);
  const good: Migrations = {
    '9001_table': runs(
      'create table "added" ("id" uuid primary key, "user_id" uuid references "users" ("id"))',
      'create index "added_by_user" on "added" ("user_id")',
      'alter table "users" add column "nick" text',
    ),
    '9002_index': { oldest: lastExempt, index: { create: 'users_by_nick', on: 'users (nick)' } },
    '9003_drop': { oldest: lastExempt, index: { drop: 'users_by_nick' } },
    '9005_check': runs('alter table "users" add constraint "a" check ("nick" is not null) not valid'),
    '9006_foreign': runs(
      'alter table "users" add constraint "b" foreign key ("boss") references "users" ("id") not valid',
    ),
    '9007_validate': runs('alter table "users" validate constraint "b"'),
    '9004_contract': runs('alter table "users" drop column "nick"'),
  };
  const bad: Migrations = {
    '9011': runs('create index "users_by_nick" on "users" ("nick")'),
    '9012': runs('alter table "users" alter column "name" type varchar(20)'),
    '9013': runs('alter table "users" alter column "name" set not null'),
    '9014': runs('alter table "users" add column "nick" text not null'),
    '9015': runs('alter table "users" add column "boss" uuid references "users" ("id")'),
    '9016': runs('alter table "users" rename column "name" to "full_name"'),
    '9017': runs('alter table "users" add constraint "one" unique ("name")'),
    '9018': runs('drop index "users_by_nick"'),
    '9019': runs('alter table "users" add column "size" bigint generated always as (1) stored'),
    '9020': runs('alter table "users" add column "a" text', 'alter table "posts" add column "b" text'),
    '9021': runs('update "users" set "name" = \'\''),
    '9022': { up: async () => {} },
    '9023': { ...runs('lock table "users"'), oldest: 'unknown' },
  };
  const found = await faultsOf({ ...migrations, ...good, ...bad });
  const has = (name: string) => found.some((fault) => fault.startsWith(`${name}: `));
  return [
    ...missedQueries.map((code) => `The check is broken, it must find a fault in: ${code}`),
    ...Object.keys(bad).flatMap((name) =>
      has(name) ? [] : [`The check is broken, it misses control ${name}`],
    ),
    ...Object.keys(good).flatMap((name) =>
      has(name) ? [`The check is broken: ${found.find((fault) => fault.startsWith(name))}`] : [],
    ),
  ];
}

function runs(...statements: string[]): Migration {
  return {
    oldest: lastExempt,
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

process.exitCode = await main();
