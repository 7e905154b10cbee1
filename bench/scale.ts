import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './client.ts';
import { filledPlace } from './fill.ts';
import type { FeedSize } from './fill-feed.ts';
import type { OfficeSize } from './fill-office.ts';
import { ask } from './load.ts';
import { type Report, round } from './report.ts';
import { type Call, callsOf } from './scale-calls.ts';
import { type BenchServer, startFilled } from './servers.ts';

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
  const { name, serverUrl, feed, office, seconds, only, report } = options;
  await using folders = new AsyncDisposableStack();
  const started = async (size: FeedSize, ofOffice: OfficeSize) => {
    const { path } = folders.use(await mkdtempDisposable(join(tmpdir(), 'brokerage-scale-')));
    const place = await filledPlace(path, serverUrl, size, ofOffice);
    return { product: folders.use(await startFilled(place)), calls: await callsOf(place) };
  };
  // As many pages: a handbook has at most some hundreds.
  const small = await started({ posts: 1_000, members: 50 }, { ...office, closings: 100 });
  const large = await started(feed, office);
  for (const [index, call] of large.calls.entries()) {
    const { what, goal } = call;
    if (!only.split(',').some((part) => what.includes(part))) continue;
    const base = await outcomes(small.product, small.calls[index] ?? call, seconds);
    const ours = await outcomes(large.product, call, seconds);
    report.row([`${name}: ${what}`, shown(base), shown(ours), goal], {
      what: `${name}: ${what}, p99`,
      runs: [ours.alone.p99],
      better: 'less',
    });
  }
}

interface Outcomes {
  alone: Outcome;
  eight: Outcome;
}

async function outcomes(product: BenchServer, call: Call, seconds: number): Promise<Outcomes> {
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
