import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '../scripts/lib/chromium.mjs';
import { postgres } from '../scripts/lib/postgres.mjs';
import { startPostgres } from '../scripts/lib/postgres-server.mjs';
import { Problem } from '../scripts/lib/process.mjs';
import { scriptSize } from '../scripts/lib/script-size.mjs';
import { ensureTools } from '../scripts/lib/tools.mjs';
import { actorByToken } from '../src/server/features/auth/sessions/sessions.service.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { hashToken } from '../src/server/platform/tokens.ts';
import { besideRows } from './beside.ts';
import { capturedQuery } from './captured-query.ts';
import { countedScripts } from './counted-scripts.ts';
import { feedRows } from './feed-rows.ts';
import type { Place } from './fill-rows.ts';
import type { FloorOrder } from './floor.ts';
import { type LighthouseResult, measurePage } from './lighthouse.ts';
import { isLimited, type Load, load } from './load.ts';
import { renderRow } from './render-row.ts';
import { median, Report, round } from './report.ts';
import { scaleRows } from './scale.ts';
import {
  type BenchServer,
  type Owner,
  residentMegabytes,
  signIn,
  startFloor,
  startProduct,
} from './servers.ts';

/**
 * Prints each figure next to its floor from the same run, on both databases; it only measures.
 * `npm run bench [-- --seconds=10] [--json=FILE] [--against=FILE]`: FILE keeps the figures of a run. `against` is such a
 * file, that of the last release by default: each figure is shown as a ratio to the one in it, and at the end what became
 * slower by more than the runs differ among themselves.
 * `npm run bench -- --scale [--only=search]` measures calls on large databases (scale.ts), with `only` those that have it,
 * or a part of it between commas, in their names.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    json: { type: 'string' },
    against: { type: 'string' },
    scale: { type: 'boolean', default: false },
    members: { type: 'string', default: '2000' },
    posts: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '100' },
    closings: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const rounds = 3;
/** Seconds before the first round: V8 takes some ten thousand requests to compile what runs often. */
const warmUp = 4;
/** Made by each release (CONTRIBUTING.md). */
const lastRelease = 'bench/last-release.json';
/** An editor's minute. */
const besideSeconds = 60;

const columns = values.scale
  ? ['what (p50, p99; p99 of 8 at once), ms', 'small', 'large', 'goal']
  : ['what', 'measured', 'floor, same run', 'ratio', 'goal'];
const report = new Report(values.against ?? (existsSync(lastRelease) ? lastRelease : undefined), ...columns);

async function main(): Promise<void> {
  if (!existsSync('build/client')) throw new Error('Nothing is built; run npm run build first');
  await ensureTools([postgres, chromium]);
  if (values.scale) await scale('SQLite', undefined);
  else
    await onDatabase('SQLite', undefined, async (product, dataDir) => {
      await renderRow(dataDir, report);
      await transferSizes(product, (await signIn(product, dataDir)).token);
      await lighthouseRow(product);
    });
  await using databases = new AsyncDisposableStack();
  const { url, stop } = await startPostgres(postgres.find() ?? '');
  databases.defer(stop);
  if (values.scale) await scale('PostgreSQL', url);
  else await onDatabase('PostgreSQL', url);
  report.end(values.json);
}

const scale = (name: string, serverUrl: string | undefined) =>
  scaleRows({
    name,
    serverUrl,
    feed: { posts: Number(values.posts), members: Number(values.members) },
    office: { pages: Number(values.pages), closings: Number(values.closings) },
    seconds,
    only: values.only,
    report,
  });

async function onDatabase(
  name: string,
  databaseUrl: string | undefined,
  once?: (product: BenchServer, dataDir: string) => Promise<void>,
): Promise<void> {
  {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerage-bench-'));
    const place = { dataDir: folder.path, databaseUrl };
    await startUp(name, place);
    await using product = await startProduct(place);
    report.plain(`${name}: memory idle`, residentMegabytes(product.pid), '≤110 MB', megabytes);
    await requests(name, product);
    const owner = await signIn(product, folder.path);
    await signedInRequests(name, product, owner, databaseUrl);
    await once?.(product, folder.path);
    await besideRows({ name, product, owner, report, seconds: besideSeconds });
  }
  await feedRows({ name, serverUrl: databaseUrl, report, seconds, rounds, warmUp, shown });
}

const megabytes = (value: number) => `${round(value)} MB`;

async function startUp(name: string, place: Place): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 6; run++) {
    await using product = await startProduct(place);
    // The first makes the data.
    if (run > 0) times.push(product.readyAfter);
  }
  report.plain(`${name}: start to ready`, times, '≤500 ms', (value) => `${round(value)} ms`);
}

async function requests(name: string, product: BenchServer): Promise<void> {
  await compare(product, '/', `${name}: landing page, cached`, '≥0.9');
  await compare(product, '/articles', `${name}: article list page, cached`, '≥0.9');
  await compare(product, '/api/articles', `${name}: GET /api/articles`, '≥0.5');
  await compare(product, '/api/testimonials', `${name}: GET /api/testimonials`, '≥0.5');
  report.plain(`${name}: memory after this load`, residentMegabytes(product.pid), '≤150 MB', megabytes);
}

/** Asks both in turn, so that what else the machine does is in both. */
async function compare(
  product: BenchServer,
  path: string,
  what: string,
  goal: string,
  headers: Record<string, string> = {},
  query?: FloorOrder['query'],
): Promise<void> {
  const url = product.url + path;
  await using floor = await startFloor(url, headers, query);
  const [ours, base]: [Load[], Load[]] = [[], []];
  for (const server of [floor, { url, pid: product.pid }]) await load(server, { seconds: warmUp, headers });
  for (let run = 0; run < rounds; run++) {
    base.push(await load(floor, { seconds: seconds / rounds, headers }));
    ours.push(await load({ url, pid: product.pid }, { seconds: seconds / rounds, headers }));
  }
  const runs = ours.map((each, run) => each.requestsPerSecond / (base[run]?.requestsPerSecond ?? Number.NaN));
  const [oursIsLimited, baseIsLimited] = [isLimited(ours), isLimited(base)];
  // A rate that could be higher makes a ratio that could be higher, or lower.
  const sign = oursIsLimited && baseIsLimited ? '?' : baseIsLimited ? '≤' : oursIsLimited ? '≥' : '';
  report.row(
    [what, shown(ours), shown(base), sign + round(median(runs), 2), goal],
    sign === '' ? { what, runs, better: 'more' } : undefined,
  );
}

function shown(loads: Load[]): string {
  const of = (part: (each: Load) => number) => median(loads.map(part));
  const cpu = of(({ cpu: each }) => each ?? Number.NaN);
  const sign = isLimited(loads) ? '≥' : '';
  const [p50, p99] = [of((each) => each.p50), of((each) => each.p99)].map((each) => round(each, 1));
  const figures = `${sign}${round(of((each) => each.requestsPerSecond))}/s, p50 ${p50}, p99 ${p99} ms`;
  return Number.isNaN(cpu) ? figures : `${figures}, ${round(cpu, 1)} µs CPU`;
}

async function signedInRequests(
  name: string,
  product: BenchServer,
  owner: Owner,
  databaseUrl: string | undefined,
): Promise<void> {
  const headers = { 'x-auth-token': owner.token };
  await compare(
    product,
    '/api/auth',
    `${name}: GET /api/auth (session look-up)`,
    databaseUrl ? '≥0.25' : '≥0.4',
    headers,
  );
  if (!databaseUrl) return;
  const query = await sessionQuery(databaseUrl, owner.token);
  const what = `${name}: the same, its floor with the bare query`;
  await compare(product, '/api/auth', what, '≥0.9', headers, query);
}

async function sessionQuery(databaseUrl: string, token: string): Promise<FloorOrder['query']> {
  await using db = openDatabase({ databaseUrl, dataDir: '' });
  const longAgo = new Date(0).toISOString();
  const values = { tokenHash: hashToken(token), lastUsed: longAgo, opened: longAgo };
  const { sql, parameters } = await capturedQuery(db, values, (heard) => actorByToken(heard, token));
  return { databaseUrl, text: sql, values: parameters };
}

async function transferSizes({ url }: BenchServer, token: string): Promise<void> {
  const textOf = (path: string) => fetch(`${url}${path}`).then((answer) => answer.text());
  const kilobytesRow = (what: string, bytes: number, goal: string) =>
    report.plain(what, bytes, goal, kilobytes);
  const landing = await textOf('/');
  const [article] = JSON.parse(await textOf('/api/articles'));
  kilobytesRow('landing, HTML before compression', landing.length, '≤60 KB');
  kilobytesRow('landing, before first paint', compressed(landing), '≤15 KB');
  const loader = 'src/web/site/loader.ts';
  kilobytesRow('landing, script in all', await scriptSize([loader, ...islandsOn(landing)]), '≤85 KB');
  kilobytesRow('script of all public pages', await scriptSize([loader], { withLater: true }), '');
  kilobytesRow('article page, HTML', compressed(await textOf(`/articles/${article.slug}`)), '≤25 KB');
  kilobytesRow('article page, script of a visitor', await scriptSize([loader]), '≤3 KB');
  const office = await countedScripts(`${url}/dashboard`, token);
  report.plain('back office, first load, files', office.files, '');
  kilobytesRow('back office, first load', office.bytes, '≤135 KB');
  const editor = await countedScripts(`${url}/dashboard/add-article`, token);
  kilobytesRow("article editor, more than the office's first load", editor.bytes - office.bytes, '≤120 KB');
}

const compressed = (content: string | Buffer) => brotliCompressSync(content).length;
const kilobytes = (bytes: number) => `${round(bytes / 1024, 1)} KB`;

/** The sources of the islands that a page may wake, as islands.ts names them. */
function islandsOn(html: string): string[] {
  const sources = readFileSync('src/web/site/islands.ts', 'utf8').matchAll(
    /'?([\w-]+)'?: \(\) => import\('\.\/(.+?)'\)/g,
  );
  return [...sources].flatMap(([, name, file]) =>
    html.includes(`data-island="${name}"`) ? [`src/web/site/${file}`] : [],
  );
}

async function lighthouseRow(product: BenchServer): Promise<void> {
  const row = (what: string, found: Times, goal: string, figure: string) => {
    const cells = [what, times(found), '', '', `LCP ≤${goal} ms, TBT ≤20 ms, CLS 0`];
    report.row(cells, { what: figure, runs: [found.lcp], better: 'less' });
  };
  const { scores, ...simulated } = await measurePage(`${product.url}/`, 'simulate');
  const all = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  report.row(['landing, Lighthouse mobile', all.join(', '), '', '', '100s']);
  row('the same, times as simulated', simulated, '1,000', 'landing, LCP simulated');
  const slowed = await measurePage(`${product.url}/`, 'devtools');
  row('the same, network and processor really slowed', slowed, '900', 'landing, LCP slowed');
}

type Times = Omit<LighthouseResult, 'scores'>;

const times = ({ fcp, lcp, tbt, cls }: Times) =>
  `FCP ${round(fcp)} ms, LCP ${round(lcp)} ms, TBT ${round(tbt)} ms, CLS ${round(cls, 3)}`;

await main().catch((error: unknown) => {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
