import { parseArgs } from 'node:util';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { addAllToSearch } from '../src/server/features/posts/post-search.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { newId } from '../src/server/platform/db/ids.ts';
import { isPostgres } from '../src/server/platform/db/json-rows.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import type { Tables } from '../src/server/platform/db/tables.ts';
import { day } from '../src/shared/time.ts';

/**
 * Fills a database with a feed of any size: `node bench/fill-feed.ts --posts=1000000 --data-dir=/tmp/big`, or
 * `--database-url=postgres://…`. Five likes and three comments a post, 40 posts a member, over two years; one post has
 * 10,000 comments. Deterministic: two databases of one size hold the same.
 */
export async function fillFeed(db: Database, posts: number): Promise<void> {
  const members = Math.max(50, Math.ceil(posts / 40));
  const userIds = Array.from({ length: members }, newId);
  const postIds = Array.from({ length: posts }, newId);
  const begin = Date.now() - 730 * day;
  const when = (share: number) => new Date(begin + share * 730 * day).toISOString();
  const pick = <T>(list: T[], number: number): T => {
    // A multiplicative step spreads the choices evenly and repeatably.
    const item = list[(number * 7_919 + 13) % list.length];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const busiest = Math.min(10_000, posts);

  await fill(db, 'users', members, (i) => ({
    id: userIds[i] ?? '',
    name: `Member ${i}`,
    email: `member${i}@example.com`,
    password_hash: null,
    admin: false,
    created_at: when(0),
  }));
  await fill(db, 'posts', posts, (i) => ({
    id: postIds[i] ?? '',
    user_id: pick(userIds, i),
    text: `Post ${i}: new listing, open house on Sunday from one to four, two bedrooms, close to schools and shops.`,
    like_count: 5,
    comment_count: i === posts - 1 ? busiest + 3 : 3,
    created_at: when(i / posts),
  }));
  await fillSearch(db);
  await fill(db, 'post_likes', posts * 5, (i) => ({
    id: newId(),
    post_id: postIds[Math.floor(i / 5)] ?? '',
    user_id: pick(userIds, Math.floor(i / 5) + (i % 5)),
    created_at: when(Math.floor(i / 5) / posts),
  }));
  await fill(db, 'comments', posts * 3 + busiest, (i) => ({
    id: newId(),
    post_id: postIds[Math.min(Math.floor(i / 3), posts - 1)] ?? '',
    user_id: pick(userIds, i),
    text: `Comment ${i}: congratulations, I will send my buyers.`,
    created_at: when(Math.min(i / 3 / posts, 1)),
  }));
  await sql`analyze`.execute(db);
}

/** Fills the index of the search as posts that are written do. */
async function fillSearch(db: Database): Promise<void> {
  for (let after = { at: '', id: '' }, done = 0; ; ) {
    let query = db.selectFrom('posts').select(['id', 'created_at as at', 'text']);
    if (done > 0)
      query = query.where((e) => e(e.refTuple('created_at', 'id'), '>', e.tuple(after.at, after.id)));
    const posts = await query.orderBy('created_at').orderBy('id').limit(batch).execute();
    const last = posts.at(-1);
    if (!last) return;
    await db.transaction().execute((transaction) => addAllToSearch(transaction, posts));
    after = last;
    done += posts.length;
  }
}

const batch = 2_000;
const rowsInTransaction = 200_000;

type FilledTable = 'users' | 'posts' | 'post_likes' | 'comments';

async function fill<T extends FilledTable>(
  db: Database,
  table: T,
  count: number,
  row: (index: number) => Insertable<Tables[T]>,
): Promise<void> {
  for (let from = 0; from < count; from += rowsInTransaction) {
    const to = Math.min(count, from + rowsInTransaction);
    await db.transaction().execute(async (transaction) => {
      for (let start = from; start < to; start += batch) {
        const rows = Array.from({ length: Math.min(batch, to - start) }, (_, i) => row(start + i));
        await insertJson(transaction, table, rows);
      }
    });
    process.stdout.write(`\r${table}: ${to.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}`);
  }
  process.stdout.write('\n');
}

async function insertJson(db: Database, table: FilledTable, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(rows);
  if (isPostgres(db)) {
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
    return;
  }
  const values = sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`));
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from json_each(${json})`.execute(db);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      posts: { type: 'string', default: '100000' },
      'data-dir': { type: 'string', default: 'data' },
      'database-url': { type: 'string' },
    },
  });
  const db = openDatabase({ dataDir: values['data-dir'], databaseUrl: values['database-url'] });
  await migrate(db);
  await fillFeed(db, Number(values.posts));
  await db.destroy();
}
