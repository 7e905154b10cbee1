import type BetterSqlite from 'better-sqlite3';

export function addFunctions(database: BetterSqlite.Database): void {
  // SQLite's own handles ASCII only.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}
