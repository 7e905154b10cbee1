import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

const maxWords = 4;

/** The search words; at most four, as each costs a scan. */
export const wordsIn = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, maxWords);

export function containing(db: Database, column: string, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // SQLite's `like` ignores case for ASCII only, but is nine times faster than `lower`.
  if (isEnglish(text) && !isPostgres(db)) return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}

const isEnglish = (text: string) => /^[ -~]*$/.test(text);
