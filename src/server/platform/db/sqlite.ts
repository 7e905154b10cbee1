import { statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import {
  Kysely,
  type QueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { makeDataFolder, makePrivateFile } from '../data-folder.ts';
import { booleanStatement } from './sqlite-booleans.ts';
import { addFunctions } from './sqlite-functions.ts';

export const databaseFile = (dataDir: string) => join(dataDir, 'brokerage.db');

/** Opens or creates the embedded database in a folder. synchronous=FULL: an acknowledged write survives a power cut. */
export function openSqlite(dataDir: string): Kysely<Tables> {
  makeDataFolder(dataDir);
  makePrivateFile(databaseFile(dataDir));
  const database = new BetterSqlite(databaseFile(dataDir));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  addFunctions(database);
  const isLost = lossOf(databaseFile(dataDir));
  const db = new Kysely<Tables>({
    dialect: new PlanningOnce({ database: withCachedStatements(database, isLost) }),
  });
  lost.set(db, isLost);
  return db;
}

const lost = new WeakMap<Kysely<Tables>, () => boolean>();

/**
 * Whether another program has removed or replaced the file of this open database. If so, writes are lost at the end.
 */
export const isFileLost = (db: Kysely<Tables>): boolean => lost.get(db)?.() ?? false;

/** As SQLite itself says it, which it does not in the mode of this database. */
export const lostFileCode = 'SQLITE_READONLY_DBMOVED';

function lossOf(file: string): () => boolean {
  const identity = () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = identity();
  return () => {
    try {
      return identity() !== opened;
    } catch {
      // A folder that can no longer be entered says nothing about the file.
      return false;
    }
  };
}

/**
 * Writes parameters as `+?`. With a bare `?` the planner learns from the value, and the statement expires: each run of
 * a join would prepare it again, in 75 µs instead of 5. The price: a partial index is used only where its condition is
 * a literal in the query.
 */
class PlanningOnce extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SignedParameters();
  }
}

class SignedParameters extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** SQLite ends a transaction itself when COMMIT fails (disk full). A second rollback would fail and hide the reason. */
function rollback(database: BetterSqlite.Database): SqliteStatement {
  const statement = database.prepare('rollback');
  return {
    reader: false,
    all: () => [],
    iterate: () => [][Symbol.iterator](),
    run: () => (database.inTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 }),
  };
}

const changes = /^(begin|insert|update|delete|with) ?/;

/** @throws Error as of a disk that fails, before anything is acknowledged that would be lost */
function refuseToLose(database: BetterSqlite.Database, sql: string, isLost: () => boolean): void {
  if (database.inTransaction || !changes.test(sql) || !isLost()) return;
  throw Object.assign(new Error('The file of the database was removed or replaced'), { code: lostFileCode });
}

function withCachedStatements(database: BetterSqlite.Database, isLost: () => boolean): SqliteDatabase {
  const cached = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      refuseToLose(database, sql, isLost);
      const known = cached.get(sql);
      if (known) return known;
      if (sql === 'rollback') return rollback(database);
      // A deferred transaction that reads and then writes could fail half-way with SQLITE_BUSY.
      const statement = booleanStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      if (cached.size < 1000) cached.set(sql, statement);
      return statement;
    },
  };
}
