import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseSettings } from '../../src/server/platform/db/database.ts';
import { readyDatabase } from '../../src/server/platform/db/ready-database.ts';
import { asLines } from '../../test/old-export.ts';
import { expectThat } from './fault.ts';
import { lowPicture } from './ledger.ts';

const userCount = 40;
export const postCount = 800;
const likesOfEach = 3;
/** Each with a picture, whose processing takes a second. */
export const articleCount = 3;

/** An export of another system, in a new folder. */
export async function writeExport(folder: string): Promise<void> {
  const oid = (kind: string, number: number) => ({
    $oid: `5e1b25b0${kind}${number.toString(16).padStart(14, '0')}`,
  });
  const date = (number: number) => ({
    $date: new Date(Date.UTC(2020, 0, 1) + number * 60_000).toISOString(),
  });
  const image = `data:image/jpeg;base64,${Buffer.from(await lowPicture).toString('base64')}`;
  const made = (count: number, document: (number: number) => object) =>
    asLines(Array.from({ length: count }, (_, number) => document(number)));
  const files = {
    users: made(userCount, (number) => ({
      _id: oid('aa', number),
      name: `Agent ${number}`,
      email: `agent${number}@example.com`,
      date: date(number),
    })),
    posts: made(postCount, (number) => ({
      _id: oid('bb', number),
      user: oid('aa', number % userCount),
      date: date(number),
      text: `Open house number ${number}, escrow and inspection went well. `.repeat(4),
      likes: [1, 2, 3].map((by) => ({
        _id: oid('cc', 4 * number + by),
        user: oid('aa', (number + by) % userCount),
      })),
      comments: [
        {
          _id: oid('dd', number),
          user: oid('aa', (number + 5) % userCount),
          text: 'See you',
          date: date(number),
        },
      ],
    })),
    testimonials: made(articleCount, (number) => ({
      _id: oid('ee', number),
      name: `Client ${number}`,
      text: 'Kept all of it.',
      image,
      date: date(number),
    })),
    articles: made(articleCount, (number) => ({
      _id: oid('ff', number),
      title: `What side ${number} costs`,
      text: 'A flat fee.',
      date: date(number),
      url: 'https://www.dre.ca.gov/',
      image,
    })),
  };
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.json`), text);
}

/** @throws NotSurvived when a post lacks likes or comments of its own */
export async function importedInto(
  where: DatabaseSettings,
): Promise<Record<'posts' | 'articles' | 'events', number>> {
  await using db = await readyDatabase(where);
  const posts = await db.selectFrom('posts').select(['id', 'like_count', 'comment_count']).execute();
  const likes = await db.selectFrom('post_likes').select('id').execute();
  const comments = await db.selectFrom('comments').select('id').execute();
  const { rows: words } = await sql`select post_id from post_words`.execute(db);
  const sum = (of: 'like_count' | 'comment_count') => posts.reduce((total, post) => total + post[of], 0);
  expectThat(
    sum('like_count') === likes.length && posts.every((post) => post.like_count === likesOfEach),
    'posts without their likes',
  );
  expectThat(sum('comment_count') === comments.length, 'posts without their comments');
  expectThat(words.length === posts.length, 'posts that no search finds');
  const articles = await db.selectFrom('articles').select('id').execute();
  const events = await db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'data.imported')
    .execute();
  return { posts: posts.length, articles: articles.length, events: events.length };
}
