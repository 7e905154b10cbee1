import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../src/server/platform/db/database.ts';
import { smallPng } from '../../test/old-export.ts';
import { expectThat } from './fault.ts';

const userCount = 40;
export const postCount = 800;
const likesOfEach = 3;
export const articleCount = 8;

/** An export of another system; returns its folder. */
export async function writeExport(folder: string): Promise<string> {
  const oid = (kind: string, number: number) => ({
    $oid: `5e1b25b0${kind}${number.toString(16).padStart(14, '0')}`,
  });
  const date = (number: number) => ({
    $date: new Date(Date.UTC(2020, 0, 1) + number * 60_000).toISOString(),
  });
  const picture = `data:image/png;base64,${smallPng}`;
  const made = (count: number, document: (number: number) => object) =>
    Array.from({ length: count }, (_, number) => `${JSON.stringify(document(number))}\n`).join('');
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
      image: picture,
      date: date(number),
    })),
    articles: made(articleCount, (number) => ({
      _id: oid('ff', number),
      title: `What side ${number} costs`,
      text: 'A flat fee.',
      date: date(number),
      url: 'https://www.dre.ca.gov/',
      image: picture,
    })),
  };
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.json`), text);
  if ((await readdir(folder)).length !== 4) throw new Error('The export is not whole');
  return folder;
}

/** @throws NotSurvived when a post lacks likes or comments of its own */
export async function importedInto(db: Database): Promise<Record<'posts' | 'articles' | 'events', number>> {
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
