import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

const maxWords = 4;

/** The words that a search of a list is for; each costs a look at every row, hence no more than four. */
export const wordsIn = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, maxWords);

/** The condition that a column holds `text` somewhere, whatever the case. */
export function containing(db: Database, column: string, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // English letters of either case are alike to the `like` of SQLite; to make small ones takes it nine times as long.
  if (isEnglish(text) && !isPostgres(db)) return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}

const isEnglish = (text: string) => /^[ -~]*$/.test(text);
