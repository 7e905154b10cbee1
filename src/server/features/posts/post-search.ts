import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { beforeKeyset, type Keyset } from '../../platform/db/keyset.ts';
import { wordsOf } from './words.ts';

export async function addToSearch(
  transaction: DatabaseTransaction,
  { id, at, text }: { id: string; at: string; text: string },
): Promise<void> {
  const words = wordsOf(text);
  if (isPostgres(transaction)) {
    await sql`insert into post_words (post_id, created_at, words)
      values (${id}, ${at}, ${vectorOf(words)})`.execute(transaction);
    return;
  }
  await sql`insert into post_words (post_id) values (${id})`.execute(transaction);
  await sql`insert into post_search (rowid, words) values (${numberOf(id)}, ${words.join(' ')})`.execute(
    transaction,
  );
}

export async function changeInSearch(
  transaction: DatabaseTransaction,
  id: string,
  text: string,
): Promise<void> {
  const words = wordsOf(text);
  const change = isPostgres(transaction)
    ? sql`update post_words set words = ${vectorOf(words)} where post_id = ${id}`
    : sql`update post_search set words = ${words.join(' ')} where rowid = ${numberOf(id)}`;
  await change.execute(transaction);
}

/** By a cast, which CockroachDB has, too; the words hold letters and digits only. */
const vectorOf = (words: string[]) => sql`${words.map((each) => `'${each}'`).join(' ')}::tsvector`;

const numberOf = (postId: string) => sql`(select number from post_words where post_id = ${postId})`;

/** Ids of the newest posts with words beginning with each of `words`. SQLite sorts by rowid, in order of date. */
export function postsWith(
  db: Database,
  words: string[],
  { max, after }: { max: number; after: Keyset | undefined },
): RawBuilder<string> {
  if (isPostgres(db)) {
    const wanted = words.map((each) => `'${each}':*`).join(' & ');
    return sql`(select post_id from post_words where words @@ ${wanted}::tsquery
      and ${after ? beforeKeyset('created_at', 'post_id', after) : sql`true`}
      order by created_at desc, post_id desc limit ${max})`;
  }
  const wanted = words.map((each) => `"${each}"*`).join(' AND ');
  return sql`(select post_id from post_words where number in (
    select rowid from post_search where post_search match ${wanted}
    ${after ? sql`and rowid <= ${newestBefore(after)}` : sql``}
    order by rowid desc limit ${max}))`;
}

const newestBefore = (after: Keyset) => sql`(select number from post_words where post_id = (
  select id from posts where ${beforeKeyset('created_at', 'id', after)}
  order by created_at desc, id desc limit 1))`;
