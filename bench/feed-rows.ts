import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actorByToken } from '../src/server/features/auth/sessions/sessions.service.ts';
import { listPosts } from '../src/server/features/posts/posts.service.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import type { Keyset } from '../src/server/platform/db/keyset.ts';
import { codings } from '../src/server/platform/http/compressed.ts';
import { encodeCursor } from '../src/server/platform/http/cursor.ts';
import { sessionOf } from '../test/factories.ts';
import type { QueryOrder } from './bare-query.ts';
import { capturedQuery } from './captured-query.ts';
import { filledPlace } from './fill.ts';
import { openToFill, type Place } from './fill-rows.ts';
import { answerOf, isLimited, type Load, load } from './load.ts';
import { median, type Report, round } from './report.ts';
import { type BenchServer, startFilled } from './servers.ts';

interface FeedOptions {
  name: string;
  /** A PostgreSQL where databases may be created; undefined for the embedded database. */
  serverUrl: string | undefined;
  report: Report;
  /** For each figure, divided among `rounds`. */
  seconds: number;
  rounds: number;
  /** Seconds. */
  warmUp: number;
  shown(loads: Load[]): string;
}

/** Each with five likes and three comments; `--scale` measures larger ones. */
const sizes = [1_000, 100_000];

/** Pages of the feed, compared with the page's own query on the same driver with nothing around it. */
export async function feedRows(options: FeedOptions): Promise<void> {
  for (const posts of sizes) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerage-feed-'));
    const members = Math.max(50, posts / 40);
    const place = await filledPlace(folder.path, options.serverUrl, { posts, members });
    const pages = await pagesOf(place, posts);
    await using product = await startFilled(place);
    for (const page of pages) await row(options, product, posts, page);
  }
}

interface FeedPage {
  name: string;
  path: string;
  token: string;
  query: Omit<QueryOrder, 'seconds'>;
}

async function pagesOf(place: Place, posts: number): Promise<FeedPage[]> {
  await using db = openToFill(place);
  const { id, at, user_id } = await db
    .selectFrom('posts')
    .select(['id', 'created_at as at', 'user_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(posts / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  const token = await sessionOf(db, user_id);
  const page = async (name: string, after?: Keyset): Promise<FeedPage> => ({
    name,
    token,
    path: `/api/posts${after ? `?cursor=${encodeCursor(after)}` : ''}`,
    query: { ...place, ...(await queryOfPage(db, token, after)) },
  });
  return [await page('first page'), await page('deep page', { at, id })];
}

/** The query of the service itself. */
async function queryOfPage(db: Database, token: string, after: Keyset | undefined) {
  const actor = await actorByToken(db, token);
  if (!actor) throw new Error('Nobody is signed in');
  const values = { actor: actor.id, max: 21, ...after };
  const { sql, parameters } = await capturedQuery(db, values, (heard) =>
    listPosts(heard, actor, { limit: 20, after }),
  );
  return { text: sql, values: parameters };
}

async function row(
  { name, report, seconds, rounds, warmUp, shown }: FeedOptions,
  product: BenchServer,
  posts: number,
  page: FeedPage,
): Promise<void> {
  // Browsers ask for compression.
  const headers = { 'x-auth-token': page.token, 'accept-encoding': 'br, zstd' };
  const url = product.url + page.path;
  const [ours, bare]: [Load[], number[]] = [[], []];
  await load({ url, pid: product.pid }, { seconds: warmUp, headers });
  for (let run = 0; run < rounds; run++) {
    bare.push(await queriesPerSecond({ ...page.query, seconds: seconds / rounds }));
    ours.push(await load({ url, pid: product.pid }, { seconds: seconds / rounds, headers }));
  }
  const what = `${name}: feed of ${round(posts)} posts, ${page.name}`;
  const runs = ours.map((each, run) => each.requestsPerSecond / (bare[run] ?? Number.NaN));
  const sign = isLimited(ours) ? '≥' : '';
  const cells = [
    what,
    shown(ours),
    `${round(median(bare))} queries/s`,
    sign + round(median(runs), 2),
    '≥0.6',
  ];
  report.row(cells, isLimited(ours) ? undefined : { what, runs, better: 'more' });
  const bytes = await compressedBytes(url, page.token);
  report.row([`${what}, compressed`, `${round(bytes / 1024, 1)} KB`, '', '', '≤12 KB']);
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The compressed size with random ids: those of the fill are in order and would compress too well. */
async function compressedBytes(url: string, token: string): Promise<number> {
  const text = await fetch(url, { headers: { 'x-auth-token': token } }).then((answer) => answer.text());
  const ids = new Map([...text.matchAll(uuid)].map(([id]) => [id, randomUUID()]));
  return codings.zstd.here(Buffer.from(text.replaceAll(uuid, (id) => ids.get(id) ?? id))).length;
}

async function queriesPerSecond(order: QueryOrder): Promise<number> {
  const { perSecond } = await answerOf<{ perSecond: number }>('./bare-query.ts', order);
  return perSecond;
}
