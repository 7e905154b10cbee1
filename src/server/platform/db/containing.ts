import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

const maxWords = 4;

/** A letter or digit alone is in nearly every row; a Chinese or Japanese one is a word. */
const alone = /^(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{N}]$/u;

/** The search words but for single letters; at most four, as each costs a scan. */
export const wordsIn = (search: string): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '' && !alone.test(word))
    .slice(0, maxWords);

export function containing(db: Database, column: string, text: string) {
  const pattern = patternOf(text);
  // SQLite's `like` ignores case for ASCII only, but is nine times faster than `lower`.
  if (isEnglish(text) && !isPostgres(db)) return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
  // The same for PostgreSQL, three times as fast.
  if (isEnglish(text))
    return sql<boolean>`lower(${sql.ref(column)} collate "C") like lower(${pattern}) escape '\\'`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}

/** The same for a column of lower case, without a call for each row. */
export const containingSmall = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${patternOf(text.toLowerCase())} escape '\\'`;

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const isEnglish = (text: string) => /^[ -~]*$/.test(text);
