import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './client.ts';
import { fill } from './fill.ts';
import type { FeedSize } from './fill-feed.ts';
import type { OfficeSize } from './fill-office.ts';
import { createDatabase } from './fill-rows.ts';
import { ask } from './load.ts';
import { type Report, round } from './report.ts';
import { type Call, callsOf } from './scale-calls.ts';
import { type BenchServer, startProduct, untilJobsEnded } from './servers.ts';

export interface ScaleOptions {
  name: string;
  /** A PostgreSQL where databases may be created; undefined for the embedded database. */
  serverUrl: string | undefined;
  feed: FeedSize;
  office: OfficeSize;
  /** For each figure. */
  seconds: number;
  /** Comma-separated parts of names; only calls whose name has one of them run, and '' runs all. */
  only: string;
  report: Report;
}

/** The time of calls on a database of this size, next to a small one that is asked in turn. */
export async function scaleRows(options: ScaleOptions): Promise<void> {
  const { name, feed, office, seconds, only, report } = options;
  const folder = await mkdtemp(join(tmpdir(), 'brokerage-scale-'));
  const started: Started[] = [];
  try {
    // As many pages: a handbook has at most some hundreds.
    const few = { feed: { posts: 1_000, members: 50 }, office: { ...office, closings: 100 } };
    const small = await start(join(folder, 'small'), { ...options, ...few });
    started.push(small);
    const large = await start(join(folder, 'large'), { ...options, feed, office });
    started.push(large);
    for (const [index, call] of large.calls.entries()) {
      const { what, goal } = call;
      if (!only.split(',').some((part) => what.includes(part))) continue;
      const base = await outcomes(small, small.calls[index] ?? call, seconds);
      const ours = await outcomes(large, call, seconds);
      report.row([`${name}: ${what}`, shown(base), shown(ours), goal], {
        what: `${name}: ${what}, p99`,
        runs: [ours.alone.p99],
        better: 'less',
      });
    }
  } finally {
    for (const { product } of started) await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Started {
  product: BenchServer;
  calls: Call[];
}

async function start(dataDir: string, { serverUrl, feed, office }: ScaleOptions): Promise<Started> {
  await mkdir(dataDir);
  const databaseUrl = serverUrl && (await createDatabase(serverUrl, `scale_${feed.posts}`));
  const place = { dataDir, databaseUrl };
  await fill(place, feed, office);
  const settings = { SAMPLE_CONTENT: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const product = await startProduct(dataDir, settings);
  await untilJobsEnded(place);
  return { product, calls: await callsOf(place) };
}

interface Outcomes {
  alone: Outcome;
  eight: Outcome;
}

async function outcomes({ product }: Started, call: Call, seconds: number): Promise<Outcomes> {
  const { requests, tokens } = call;
  const order = { url: product.url, headers: { 'accept-encoding': 'br' }, requests, tokens };
  await ask({ ...order, connections: 8, seconds: 0.5 });
  return {
    alone: await ask({ ...order, connections: 1, seconds }),
    eight: await ask({ ...order, connections: 8, seconds }),
  };
}

/** p50 and p99 of one connection, and p99 of eight. */
function shown({ alone, eight }: Outcomes): string {
  const failed = alone.failed + eight.failed;
  const times = [alone.p50, alone.p99, eight.p99].map((each) => round(each, 1)).join(', ');
  return failed > 0 ? `${times}; ${failed} failed` : times;
}
