import type BetterSqlite from 'better-sqlite3';
import { plainForm, searchForm } from '../../../shared/search/search-form.ts';

export function addFunctions(database: BetterSqlite.Database): void {
  const add = (name: string, change: (text: string) => string) =>
    database.function(name, { deterministic: true }, (text) =>
      typeof text === 'string' ? change(text) : text,
    );
  // SQLite's own handles ASCII only.
  add('lower', (text) => text.toLowerCase());
  // PostgreSQL's are made by migrations/1004_search_form.ts.
  add('search_form', searchForm);
  add('digits_of', (text) => plainForm(text).replace(/\D/g, ''));
}
