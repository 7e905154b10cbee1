import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { addAllToSearch } from '../src/server/features/posts/post-search.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { openForMigrations } from '../src/server/platform/db/postgres.ts';
import * as shape from './feed-shape.ts';
import { postText } from './feed-texts.ts';
import { fillClosings } from './fill-closings.ts';
import { fillFiles, findInFiles } from './fill-files.ts';
import { fillHandbook } from './fill-handbook.ts';
import { fillMembers } from './fill-members.ts';
import { addRows, insertRows } from './fill-rows.ts';
import { withoutIndexes } from './without-indexes.ts';

type Size = shape.FeedSize;
type Times = shape.Times;

/**
 * Fills a migrated database: posts of two years, the newest of now, likes and comments spread evenly over posts and
 * members, and notifications of the likes of the newest tenth; with an office, its files, handbook and closings. Two
 * databases of one size differ only in their dates.
 * `node bench/fill-feed.ts --posts=1000000 --data-dir=/tmp/big`, or `--database-url=postgres://…`.
 */
export async function fillFeed(db: Database, size: Size): Promise<void> {
  const times = shape.timesOf(size);
  if (!isPostgres(db)) await beginSqlite(db);
  await fillMembers(db, size, times);
  await withoutIndexes(db, ['posts', 'post_words'], () => addPosts(db, size, times));
  await withoutIndexes(db, ['post_likes', 'comments', 'notifications'], async () => {
    await addLikes(db, size, times);
    await addComments(db, size, times);
    await addNotifications(db, size, times);
  });
  if (size.office) await fillOffice(db, size, size.office, times);
  console.error('sums, statistics');
  await sql`update users set feed_bytes = (select coalesce(sum(bytes), 0) from posts where user_id = users.id)
    + (select coalesce(sum(bytes), 0) from comments where user_id = users.id)`.execute(db);
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
  else await endSqlite(db);
}

async function fillOffice(db: Database, size: Size, office: shape.OfficeSize, times: Times): Promise<void> {
  await fillFiles(db, size, times);
  await fillHandbook(db, size, office, times);
  await fillClosings(db, size, office, times);
  await findInFiles(db);
}

/** Runs without a journal: a fill that is interrupted starts over anyway. */
async function beginSqlite(db: Database): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`pragma journal_mode = off`.execute(db);
  await sql`pragma synchronous = off`.execute(db);
  // Indexes are sorted in memory, by two threads.
  await sql`pragma cache_size = -1000000`.execute(db);
  await sql`pragma threads = 2`.execute(db);
  await setHashSize(db, 64);
}

/** Without statistics, as the product's: they would lead to other plans. */
async function endSqlite(db: Database): Promise<void> {
  await setHashSize(db, 1);
  await sql`pragma journal_mode = wal`.execute(db);
}

/** How much of the search index is in memory before it is written: larger pieces are merged less often. */
const setHashSize = (db: Database, megabytes: number) =>
  sql`insert into post_search (post_search, rank) values ('hashsize', ${sql.lit(megabytes * 2 ** 20)})`.execute(
    db,
  );

async function addPosts(db: Database, size: Size, times: Times): Promise<void> {
  // SQLite writes the search index with each statement: a few large ones.
  const rows = { what: 'posts', count: size.posts, batch: 100_000 };
  await addRows(db, rows, async (transaction, from, to) => {
    const posts = Array.from({ length: to - from }, (_, index) => postOf(from + index, size, times));
    await insertRows(transaction, 'posts', posts);
    await addAllToSearch(
      transaction,
      posts.map(({ id, created_at: at, text }) => ({ id, at, text })),
    );
  });
}

function postOf(number: number, size: Size, { posts, members }: Times) {
  const at = shape.timeOf(number, posts);
  const author = shape.memberFor(number, size);
  const more = number === size.posts - 1 ? shape.moreOnNewest(size) : 0;
  return {
    id: shape.idAt(at, number),
    user_id: shape.idAt(shape.timeOf(author, members), author),
    text: postText(number, size.posts),
    like_count: shape.likesEach(size),
    comment_count: more + (number % shape.threadEvery(size) === 0 ? shape.inThread : 0),
    created_at: new Date(at).toISOString(),
  };
}

async function addLikes(db: Database, size: Size, times: Times): Promise<void> {
  const { id, date, member, post, timeOfPost, numbers } = shape.shapeInSql(db, size, times);
  const each = sql.lit(shape.likesEach(size));
  const at = sql`${timeOfPost(sql`p`)} + k + 1`;
  const rows = { what: 'likes', count: size.posts * shape.likesEach(size) };
  await addRows(db, rows, (transaction, from, to) =>
    sql`insert into post_likes (post_id, user_id, id, created_at)
      select ${post(sql`p`)}, ${member(sql`p + k + 1`)}, ${id(at, sql`n`)}, ${date(at)}
      from (select n, n / ${each} as p, n % ${each} as k from ${numbers(from, to)}) as likes`.execute(
      transaction,
    ),
  );
}

async function addComments(db: Database, size: Size, times: Times): Promise<void> {
  const { id, date, member, post, timeOfPost, numbers } = shape.shapeInSql(db, size, times);
  const every = sql.lit(shape.threadEvery(size));
  const inThread = sql.lit(shape.inThread);
  const inThreads = shape.inThread * Math.ceil(size.posts / shape.threadEvery(size));
  // The last are those on the newest post.
  const onPost = sql`case when n < ${sql.lit(inThreads)} then n / ${inThread} * ${every}
    else ${sql.lit(size.posts - 1)} end`;
  const at = sql`${timeOfPost(sql`p`)} + 10 + n % ${inThread}`;
  const rows = { what: 'comments', count: inThreads + shape.moreOnNewest(size) };
  await addRows(db, rows, (transaction, from, to) =>
    sql`insert into comments (id, post_id, user_id, text, created_at)
      select ${id(at, sql`n`)}, ${post(sql`p`)}, ${member(sql`p + n + 9`)},
        'Congratulations, I will send my buyers of number ' || n, ${date(at)}
      from (select n, ${onPost} as p from ${numbers(from, to)}) as comments`.execute(transaction),
  );
}

/** Half of them are read. */
async function addNotifications(db: Database, size: Size, times: Times): Promise<void> {
  const { id, date, member, post, timeOfPost, numbers } = shape.shapeInSql(db, size, times);
  const first = Math.floor(size.posts * 0.9);
  const lastLiked = sql`n + ${sql.lit(shape.likesEach(size))}`;
  const at = sql`${timeOfPost(sql`n`)} + 5`;
  const rows = { what: 'notifications', count: size.posts - first };
  await addRows(db, rows, (transaction, from, to) =>
    sql`insert into notifications (id, user_id, kind, actor_id, post_id, created_at, read_at)
      select ${id(at, sql`n`)}, ${member(sql`n`)}, 'like', ${member(lastLiked)}, ${post(sql`n`)}, ${date(at)},
        case when n % 2 = 0 then ${date(at)} end
      from ${numbers(first + from, first + to)}`.execute(transaction),
  );
}

interface Where {
  dataDir: string;
  databaseUrl?: string | undefined;
}

/** Opens a database without PostgreSQL's limits of time. */
export const openToFill = ({ dataDir, databaseUrl }: Where): Database =>
  databaseUrl ? openForMigrations(databaseUrl, false) : openDatabase({ dataDir, databaseUrl: undefined });

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      posts: { type: 'string', default: '100000' },
      'data-dir': { type: 'string', default: 'data' },
      'database-url': { type: 'string' },
    },
  });
  const db = openToFill({ dataDir: values['data-dir'], databaseUrl: values['database-url'] });
  await migrate(db);
  await fillFeed(db, shape.feedSize(Number(values.posts)));
  await db.destroy();
}
