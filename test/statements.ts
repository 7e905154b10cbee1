import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';
import { engine } from './database.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** The statements that this process's databases run during `work`, in order, begin and commit included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const heard: Statement[] = [];
  const stop = listen((statement) => heard.push(statement));
  try {
    await work();
  } finally {
    stop();
  }
  return heard;
}

/** Ends when this process has sent a statement that matches. */
export async function untilStatement(pattern: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = listen(({ sql }) => pattern.test(sql) && resolve());
  await promise.finally(stop);
}

type Hear = (statement: Statement) => unknown;

const listen = (hear: Hear): (() => void) =>
  engine === 'sqlite' ? listenToSqlite(hear) : listenToPostgres(hear);

function listenToSqlite(hear: Hear): () => void {
  const prototype: BetterSqlite.Statement = Object.getPrototypeOf(
    new BetterSqlite(':memory:').prepare('select 1'),
  );
  const spies = (['all', 'run'] as const).map((name) => {
    const original = prototype[name];
    return vi.spyOn(prototype, name).mockImplementation(function (this: BetterSqlite.Statement, ...given) {
      hear({ sql: this.source, parameters: [given[0] ?? []].flat() });
      return Reflect.apply(original, this, given);
    });
  });
  return () => spies.forEach((spy) => void spy.mockRestore());
}

/** That of watchPulse, at any moment. */
const pulse = 'select 1';

function listenToPostgres(hear: Hear): () => void {
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [query] = given;
    const sql = typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'));
    const values: unknown = Reflect.get(Object(query), 'values');
    if (sql !== pulse) hear({ sql, parameters: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, given);
  });
  return () => void spy.mockRestore();
}

const ends = new Set(['commit', 'rollback']);
const isWrite = ({ sql }: Statement) => /^\s*(insert|update|delete)/i.test(sql);

/** How often these statements made the database sync to disk. */
export function syncsOf(statements: Statement[]): number {
  let syncs = 0;
  let isWithin = false;
  let hasWritten = false;
  for (const statement of statements) {
    if (statement.sql.startsWith('begin')) isWithin = true;
    if (isWrite(statement)) {
      if (isWithin) hasWritten = true;
      else syncs++;
    }
    if (!ends.has(statement.sql)) continue;
    if (statement.sql === 'commit' && hasWritten) syncs++;
    isWithin = hasWritten = false;
  }
  return syncs;
}
