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
import { makeDataFolder, makePrivateFile } from '../data-folder.ts';
import { booleanStatement } from './sqlite-booleans.ts';
import { addFunctions } from './sqlite-functions.ts';
import type { Tables } from './tables.ts';

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
  return new Kysely<Tables>({
    dialect: new PlanningOnce({ database: withCachedStatements(database) }),
  });
}

/**
 * Writes parameters as `+?`. What the planner learns from the value of a bare `?` expires the statement: each run of a
 * join would prepare it anew, in 75 µs instead of 5. The price: a partial
 * index is used only where its condition is a literal in the query.
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

function withCachedStatements(database: BetterSqlite.Database): SqliteDatabase {
  const cached = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
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
