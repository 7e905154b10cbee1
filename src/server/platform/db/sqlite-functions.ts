import type BetterSqlite from 'better-sqlite3';

/** Adds to a connection what the queries of both engines take for granted. */
export function addFunctions(database: BetterSqlite.Database): void {
  // Its own knows only the capitals of English.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
}
