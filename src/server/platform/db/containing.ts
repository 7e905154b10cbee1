import { type RawBuilder, sql } from 'kysely';
import { searchForm } from '../../../shared/search/search-form.ts';
import type { Database } from './database.ts';
import { isPostgres } from './json-rows.ts';

const maxWords = 4;

/** A single letter or digit is in nearly every row; a Chinese or Japanese one is a word. */
const alone = /^(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{N}]$/u;

/** The search words but for single letters, in their search form; at most four, as each costs a scan. */
export const wordsIn = (search: string): string[] =>
  searchForm(search)
    .split(' ')
    .filter((word) => word !== '' && !alone.test(word))
    .slice(0, maxWords);

/** Whether the column holds the text, both in their search form (docs/product.md P5.12). */
export function containing(db: Database, column: string, text: string) {
  // A single apostrophe is sought as it is.
  const pattern = patternOf(searchForm(text) || text);
  const ref = sql.ref(column);
  // Most rows are plain: SQLite's `like` ignores the case of ASCII and is nine times faster than a function of ours.
  return isPostgres(db)
    ? sql<boolean>`(lower(${ref} collate "C") like ${pattern} escape '\\'
        or (${isNotPlain(db, column)} and search_form(${ref}) like ${pattern} escape '\\'))`
    : sql<boolean>`(${ref} like ${pattern} escape '\\'
        or (${isNotPlain(db, column)} and search_form(${ref}) like ${pattern} escape '\\'))`;
}

/** Whether the column holds more than the letters, digits and signs of ASCII, or an apostrophe: its search form is another one. */
export const isNotPlain = (db: Database, column: string) =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} !~ '^[ -&(-_a-~]*$'`
    : sql<boolean>`${sql.ref(column)} glob '*[^ -&(-_a-~]*'`;

/** Searches a column that is stored in its search form, without a call for each row. */
export const containingForm = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${patternOf(searchForm(text))} escape '\\'`;

/** Sorts names as people do, alike on both engines (docs/product.md P5.12). */
export function byName(db: Database, name: string | RawBuilder<unknown>) {
  const form = sql<string>`search_form(${typeof name === 'string' ? sql.ref(name) : name})`;
  return isPostgres(db) ? sql<string>`${form} collate "C"` : form;
}

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
