import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../test/database.ts';
import { makeUser, testPassword } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { type Statement, statementsOf } from '../../test/statements.ts';
import { openSession } from './features/auth/sessions/sessions.service.ts';
import { fromNow } from './platform/db/ids.ts';
import { inTransaction } from './platform/db/transaction.ts';
import { encodeCursor } from './platform/http/cursor.ts';

const many = 100_000;
/** Rows that may be sorted: a page with one more. */
const page = 101;

let server: TestServer;
let token: string;
let email: string;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on' });
  const user = await makeUser(server.db);
  email = user.email;
  token = await openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
  if (engine === 'postgres') await fill();
  else await makePost();
});
afterAll(() => server.stop());

/**
 * For PostgreSQL, whose plans depend on it: 100,000 rows of each table by one statement. SQLite plans by only the
 * schema, as nothing runs `analyze` there.
 */
const fill = () =>
  inTransaction(server.db, async (transaction) => {
    // Neither foreign keys nor triggers, for speed.
    await sql`set local session_replication_role = replica`.execute(transaction);
    const id = (kind: string) =>
      sql.raw(`('${kind}0000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`);
    const at = sql`date_trunc('milliseconds', now() - n * interval '1 second')`;
    const insert = (into: string, row: ReturnType<typeof sql>) =>
      sql`insert into ${sql.raw(into)} select ${row} from generate_series(1, ${sql.lit(many)}) as n`.execute(
        transaction,
      );
    await insert(
      'users (id, name, email, admin, created_at)',
      sql`${id('a')}, 'Agent ' || n, 'agent' || n || '@example.org', false, ${at}`,
    );
    await insert(
      'sessions (id, user_id, token_hash, user_agent, address, created_at, last_used_at)',
      sql`${id('b')}, ${id('a')}, 'hash' || n, '', '', ${at}, ${at}`,
    );
    await insert(
      'posts (id, user_id, text, like_count, comment_count, created_at)',
      sql`${id('c')}, ${id('a')}, 'Open house ' || n, 1, 1, ${at}`,
    );
    await insert(
      'post_likes (id, post_id, user_id, created_at)',
      sql`${id('d')}, ${id('c')}, ${id('a')}, ${at}`,
    );
    await insert(
      'comments (id, post_id, user_id, text, created_at)',
      sql`${id('e')}, ${id('c')}, ${id('a')}, 'Thanks', ${at}`,
    );
    await insert(
      'notifications (id, user_id, kind, actor_id, post_id, created_at)',
      sql`${id('f')}, ${id('a')}, 'like', ${id('a')}, ${id('c')}, ${at}`,
    );
    await insert('rate_limits (key, hits, resets_at)', sql`'like:' || n, 1, ${at}`);
    // Plans follow these statistics only, whenever the database's own job comes along.
    for (const table of [
      'users',
      'sessions',
      'posts',
      'post_likes',
      'comments',
      'notifications',
      'rate_limits',
    ])
      await sql`alter table ${sql.ref(table)} set (autovacuum_enabled = false)`.execute(transaction);
    await sql`analyze users, sessions, posts, post_likes, comments, notifications, rate_limits, feed_position`.execute(
      transaction,
    );
  });

const post = 'c0000000-0000-7000-8000-000000000007';

async function makePost(): Promise<void> {
  const { id } = await makeUser(server.db);
  const at = new Date().toISOString();
  await server.db
    .insertInto('posts')
    .values({ id: post, user_id: id, text: 'Hello', like_count: 0, comment_count: 0, created_at: at })
    .execute();
}

const cursor = () => encodeCursor({ at: fromNow(-50_000_000), id: post });

describe.each<[string, queries: number, () => Parameters<TestServer['call']>]>([
  ['who is calling', 1, () => ['GET /api/auth']],
  ['the feed', 3, () => ['GET /api/posts']],
  ['a later page', 2, () => [`GET /api/posts?cursor=${cursor()}`]],
  ['the posts of a member', 2, () => ['GET /api/posts?user=a0000000-0000-7000-8000-000000000007']],
  ['a post', 2, () => [`GET /api/posts/${post}`]],
  ['likes', 3, () => [`GET /api/posts/${post}/likes`]],
  ['comments', 3, () => [`GET /api/posts/${post}/comments`]],
  ['writing a post', 12, () => ['POST /api/posts', { body: { text: 'Hello' } }]],
  ['a like', 9, () => [`PUT /api/posts/like/${post}`]],
  ['its end', 10, () => [`PUT /api/posts/unlike/${post}`]],
  ['a comment', 10, () => [`POST /api/posts/comment/${post}`, { body: { text: 'Hello' } }]],
  ['notifications', 2, () => ['GET /api/notifications']],
  ['signing in', 7, () => ['POST /api/auth', { body: { email, password: testPassword } }]],
])('%s', (_, most, make) => {
  it(`reads no table as a whole, sorts no more than a page, and makes ${most} queries at most`, async () => {
    const [key, options] = make();
    let status = 0;
    const statements = await statementsOf(async () => {
      status = (await server.call(key, { token, ...options })).status;
    });
    expect(status).toBe(200);
    const faults: string[] = [];
    const queries = statements.filter(({ sql }) => /^\s*(select|insert|update|delete|with)/i.test(sql));
    // Each is a trip to the database, on PostgreSQL one over the network.
    expect(queries.length).toBeLessThanOrEqual(most);
    for (const statement of queries) {
      for (const fault of await faultsOf(statement)) faults.push(`${fault}: ${statement.sql}`);
    }
    expect(faults).toEqual([]);
  });
});

const faultsOf = (statement: Statement) =>
  engine === 'sqlite' ? faultsOnSqlite(statement) : faultsOnPostgres(statement);

const large =
  /^SCAN (users|sessions|posts|post_likes|comments|notifications|rate_limits|author|mine|commenter)$/;

async function faultsOnSqlite({ sql: text, parameters }: Statement): Promise<string[]> {
  const rows = await explained(`explain query plan ${text}`, parameters);
  const details = rows.map((row) => String(Reflect.get(Object(row), 'detail')));
  // A page that is limited first, and a user's sessions: at most 20.
  const sortsFew = / limit \d+\) as "|from "sessions" where "user_id"/.test(text);
  return details.filter((detail) => large.test(detail) || (detail.includes('TEMP B-TREE') && !sortsFew));
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

async function faultsOnPostgres({ sql: text, parameters }: Statement): Promise<string[]> {
  const [row] = await explained(`explain (format json) ${text}`, parameters);
  const [{ Plan: plan }]: [{ Plan: PlanNode }] = Reflect.get(Object(row), 'QUERY PLAN');
  const faults: string[] = [];
  const walk = (node: PlanNode) => {
    const rows = node['Plan Rows'];
    const { 'Node Type': type, 'Relation Name': table } = node;
    if (type === 'Seq Scan' && rows > page) faults.push(`${type} on ${table}`);
    if (type.endsWith('Sort') && rows > page) faults.push(`${type} of ${rows}`);
    node.Plans?.forEach(walk);
  };
  walk(plan);
  return faults;
}

async function explained(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
  const query = { ...sql`select 1`.compile(server.db), sql: text, parameters };
  return (await server.db.executeQuery(query)).rows;
}
