import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';
import { actorByToken, openSession } from '../src/server/features/auth/sessions.service.ts';
import { listPosts } from '../src/server/features/posts/posts.service.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import type { Keyset } from '../src/server/platform/db/keyset.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { encodeCursor } from '../src/server/platform/http/cursor.ts';
import { capturedQuery } from './captured-query.ts';
import { feedSize } from './feed-shape.ts';
import { fillFeed } from './fill-feed.ts';
import { load } from './load.ts';
import { type BenchServer, residentMegabytes, startProduct } from './servers.ts';

/**
 * Prints a feed page's cost beside that of its bare query: `node bench/feed.ts --posts=1000000 --seconds=10
 * [--data-dir=/tmp/big]`. A data folder that is already filled stays as it is.
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    'data-dir': { type: 'string' },
  },
});
const seconds = Number(values.seconds);

async function main(): Promise<void> {
  console.log('| posts | page | requests | bare query | ratio | bytes, brotli |\n|---|---|---|---|---|---|');
  await measure(1_000);
  await measure(Number(values.posts), values['data-dir']);
}

async function measure(posts: number, filled?: string): Promise<void> {
  const dataDir = filled ?? (await mkdtemp(join(tmpdir(), 'brokerage-feed-')));
  try {
    const { middle, token } = await prepare(dataDir, filled ? 0 : posts);
    const product = await startProduct(dataDir, {
      SAMPLE_CONTENT: 'off',
    });
    try {
      const name = posts.toLocaleString('en-US');
      await row(product, { name, dataDir, token, page: 'first' });
      await row(product, { name, dataDir, token, page: 'deep', after: middle });
      console.log(`| ${name} | memory after | ${residentMegabytes(product.pid)?.toFixed(0)} MB | | | |`);
    } finally {
      await product.stop();
    }
  } finally {
    if (!filled) await rm(dataDir, { recursive: true, force: true });
  }
}

async function prepare(dataDir: string, posts: number): Promise<{ middle: Keyset; token: string }> {
  const db = openDatabase({ dataDir, databaseUrl: undefined });
  try {
    await migrate(db);
    if (posts > 0) await fillFeed(db, feedSize(posts));
    const { count } = await db
      .selectFrom('posts')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const { id, at, user_id } = await db
      .selectFrom('posts')
      .select(['id', 'created_at as at', 'user_id'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(Math.floor(count / 2))
      .limit(1)
      .executeTakeFirstOrThrow();
    const token = await openSession(db, user_id, { userAgent: 'bench', address: '127.0.0.1' });
    return { middle: { at, id }, token };
  } finally {
    await db.destroy();
  }
}

interface Row {
  name: string;
  token: string;
  dataDir: string;
  page: string;
  after?: Keyset;
}

async function row(product: BenchServer, { name, dataDir, token, page, after }: Row) {
  const headers = { 'x-auth-token': token };
  const url = `${product.url}/api/posts${after ? `?cursor=${encodeCursor(after)}` : ''}`;
  const body = await fetch(url, { headers }).then((answer) => answer.arrayBuffer());
  const ours = await load({ url, pid: product.pid }, { seconds, headers });
  const bare = await bareQueries(dataDir, token, after);
  const bytes = `${(body.byteLength / 1024).toFixed(1)} KB, ${(brotliCompressSync(new Uint8Array(body)).length / 1024).toFixed(1)} KB`;
  const sign = ours.isClientLimit ? '≥' : '';
  const figures = `${sign}${ours.requestsPerSecond.toFixed(0)}/s, p99 ${ours.p99.toFixed(0)} ms`;
  const ratio = sign + (ours.requestsPerSecond / bare).toFixed(2);
  console.log(`| ${name} | ${page} | ${figures} | ${bare.toFixed(0)}/s | ${ratio} | ${bytes} |`);
}

/** Runs a second of the page's query alone: the floor for the page. */
async function bareQueries(dataDir: string, token: string, after?: Keyset): Promise<number> {
  const { sql, parameters } = await queryOfPage(dataDir, token, after);
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'), { readonly: true });
  try {
    const statement = database.prepare(sql);
    for (let run = 0; run < 50; run++) statement.all(parameters);
    let runs = 0;
    const begun = performance.now();
    while (performance.now() - begun < seconds * 1000) {
      statement.all(parameters);
      runs++;
    }
    return (runs * 1000) / (performance.now() - begun);
  } finally {
    database.close();
  }
}

/** The query of the service itself, captured from the driver. */
async function queryOfPage(dataDir: string, token: string, after?: Keyset): Promise<CompiledQuery> {
  const db = openDatabase({ dataDir, databaseUrl: undefined });
  try {
    const actor = await actorByToken(db, token);
    if (!actor) throw new Error('Nobody is signed in');
    const values = { actor: actor.id, max: 21, ...after };
    return await capturedQuery(db, values, (heard) => listPosts(heard, actor, { limit: 20, after }));
  } finally {
    await db.destroy();
  }
}

await main();
