import { type Expression, sql } from 'kysely';
import { excerpt } from '../../../shared/excerpt.ts';
import { plainForm } from '../../../shared/search-form.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
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
