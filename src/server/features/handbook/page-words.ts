import { setImmediate } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { wordsOf } from '../../platform/text/words.ts';

const lastCharacter = '\u{10ffff}';
const shown = 200;
/** Before the first word that is found. */
const before = 60;

/** Replaces what the search knows of a page; call it in the transaction that publishes it. */
export async function indexWords(
  transaction: DatabaseTransaction,
  { id, title, text }: { id: string; title: string; text: string },
): Promise<void> {
  await transaction.deleteFrom('handbook_words').where('page_id', '=', id).execute();
  const words = JSON.stringify(wordsOf(`${title}\n${text}`));
  const all = isPostgres(transaction)
    ? sql`select word, ${id}::uuid from json_array_elements_text(${words}::json) as word`
    : sql`select value, ${id} from json_each(${words})`;
  await sql`insert into handbook_words (word, page_id) ${all}`.execute(transaction);
}

/**
 * Writes again the words of pages that a version before the plain form published (docs/product.md P5.12); returns of how many.
 * May stop anywhere and run again.
 */
export async function refillPageWords(db: Database): Promise<number> {
  const pages = await db.selectFrom('handbook_pages').select('id').where('deleted_at', 'is', null).execute();
  let changed = 0;
  for (const { id } of pages) {
    const isOther = await inTransaction(db, async (transaction) => {
      const page = await lockedEdition(transaction, id);
      if (!page) return false;
      const before = await transaction
        .selectFrom('handbook_words')
        .select('word')
        .where('page_id', '=', id)
        .execute();
      const words = new Set(wordsOf(`${page.title}\n${page.text}`));
      if (before.length === words.size && before.every(({ word }) => words.has(word))) return false;
      await indexWords(transaction, { id, ...page });
      return true;
    });
    if (isOther) changed += 1;
    await setImmediate();
  }
  return changed;
}

/** The edition that members read. An edit published at the same time waits. */
function lockedEdition(transaction: DatabaseTransaction, id: string) {
  let query = transaction
    .selectFrom('handbook_pages')
    .innerJoin('handbook_editions', (join) =>
      join
        .onRef('handbook_editions.page_id', '=', 'handbook_pages.id')
        .onRef('handbook_editions.edition', '=', 'handbook_pages.edition'),
    )
    .select(['title', 'text'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  if (isPostgres(transaction)) query = query.forNoKeyUpdate('handbook_pages');
  return query.executeTakeFirst();
}

/** Whether a page has a word that begins so. */
export const withWords = (page: Expression<string>, word: string) =>
  sql<boolean>`${page} in (select page_id from handbook_words
    where word >= ${word} and word < ${word + lastCharacter})`;

/** The text around the first of the words, without the signs of Markdown. */
export function excerptWith(text: string, words: string[]): string {
  const plain = text
    .replace(/\]\([^()[\]]*\)/g, '')
    .replace(/^[#>*+-]+ /gm, '')
    .replace(/[*_`|\\[\]]/g, '')
    .replace(/\s+/g, ' ');
  const form = plainForm(plain);
  // Its places are those of the text only where nothing became longer.
  const small = form.length === plain.length ? form : plain.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, small.length) - before);
  if (places.length === 0 || start === 0) return excerpt(plain, shown);
  return `…${excerpt(plain.slice(plain.indexOf(' ', start) + 1), shown)}`;
}
