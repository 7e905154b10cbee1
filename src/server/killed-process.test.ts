import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, engine, patientWaits } from '../../test/database.ts';
import { patience } from '../../test/patience.ts';
import { type ServerProcess, startProcess } from '../../test/process.ts';
import { contactRequest } from '../../test/scene.ts';
import { call, made200 } from '../../test/server.ts';
import { type Database, openDatabase } from './platform/db/database.ts';

/** The server as a process that is killed without cleaning up (docs/security.md S11.1). */

const rounds = 5;
const admin = { email: 'admin@example.com', password: 'a password for tests' };

let dataDir: string;
let databaseUrl: string | undefined;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerage-killed-'));
  databaseUrl = engine === 'postgres' ? await createDatabase(`killed_${crypto.randomUUID()}`) : undefined;
});
afterEach(async () => {
  if (server) await kill(server);
  if (databaseUrl) await dropDatabase(new URL(databaseUrl).pathname.slice(1));
  await rm(dataDir, { recursive: true, force: true });
});

function start(): ServerProcess {
  server = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
  });
  return server;
}

async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

interface Acknowledged {
  posts: string[];
  likes: string[];
  comments: string[];
  contactRequests: string[];
}

async function writePosts(url: string, token: string, acknowledged: Acknowledged): Promise<never> {
  for (;;) {
    const { _id } = await made(url, 'POST /api/posts', { token, body: { text: 'Open house' } });
    acknowledged.posts.push(_id);
    await made(url, `PUT /api/posts/like/${_id}`, { token });
    acknowledged.likes.push(_id);
    await made(url, `POST /api/posts/comment/${_id}`, { token, body: { text: 'See you there' } });
    acknowledged.comments.push(_id);
  }
}

async function writeContactRequests(url: string, acknowledged: Acknowledged): Promise<never> {
  for (;;) {
    const body = contactRequest();
    await made(url, 'POST /api/contact', { body });
    acknowledged.contactRequests.push(body.email);
  }
}

const made = async (url: string, key: string, options: object) => made200(await call(url, key, options), key);

async function expectStored(db: Database, acknowledged: Acknowledged): Promise<void> {
  const posts = await db.selectFrom('posts').select('id').execute();
  const likes = await db.selectFrom('post_likes').select('post_id as id').execute();
  const comments = await db.selectFrom('comments').select('post_id as id').execute();
  // Joined with its mail: both are written together.
  const requests = await db
    .selectFrom('contact_requests')
    .innerJoin('mails', 'mails.id', 'contact_requests.mail_id')
    .select('contact_requests.email as id')
    .execute();
  const lost = (wanted: string[], rows: { id: string }[]) => {
    const stored = new Set(rows.map(({ id }) => id));
    return wanted.filter((id) => !stored.has(id));
  };
  expect({
    posts: lost(acknowledged.posts, posts),
    likes: lost(acknowledged.likes, likes),
    comments: lost(acknowledged.comments, comments),
    contactRequests: lost(acknowledged.contactRequests, requests),
  }).toEqual({ posts: [], likes: [], comments: [], contactRequests: [] });
}

const miscounted = (db: Database) =>
  db
    .selectFrom('posts')
    .select('id')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb(
          'like_count',
          '!=',
          selectFrom('post_likes')
            .select(sql<number>`count(*)`.as('count'))
            .whereRef('post_id', '=', 'posts.id'),
        ),
        eb(
          'comment_count',
          '!=',
          selectFrom('comments')
            .select(sql<number>`count(*)`.as('count'))
            .whereRef('post_id', '=', 'posts.id'),
        ),
      ]),
    )
    .execute();

it('loses nothing that it has acknowledged, and is ready again, each time', async () => {
  const acknowledged: Acknowledged = { posts: [], likes: [], comments: [], contactRequests: [] };
  let token = '';
  for (let round = 1; round <= rounds; round++) {
    const victim = start();
    await victim.ready;
    // Signs in once: the session must survive as well.
    token ||= (await made(victim.url, 'POST /api/auth', { body: admin })).token;
    await killUnderWrites(victim, token, acknowledged, round * 40);
  }

  const db = openDatabase({ dataDir, databaseUrl, waits: patientWaits });
  try {
    await expectStored(db, acknowledged);
    expect(await miscounted(db)).toEqual([]);
  } finally {
    await db.destroy();
  }
});

async function killUnderWrites(
  victim: ServerProcess,
  token: string,
  acknowledged: Acknowledged,
  enough: number,
): Promise<void> {
  const writing = [
    ...[1, 2].map(() => writePosts(victim.url, token, acknowledged)),
    ...[1, 2].map(() => writeContactRequests(victim.url, acknowledged)),
  ];
  const ends = Promise.allSettled(writing);
  const isEnough = () =>
    acknowledged.comments.length >= enough && acknowledged.contactRequests.length >= enough;
  await Promise.race([vi.waitUntil(isEnough, patience), ...writing]);
  await kill(victim);
  // fetch throws TypeError for a broken connection; any response but 200 is an AssertionError.
  for (const end of await ends) expect(end).toMatchObject({ reason: { name: 'TypeError' } });
}
