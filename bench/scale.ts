import type { Engine } from '../src/server/platform/db/database.ts';
import type { Call, Outcome } from './client.ts';
import type { Figure } from './compare.ts';
import type { FeedSize } from './feed-shape.ts';
import { ask } from './load.ts';
import { median, Report, round } from './report.ts';
import { callsOf } from './scale-calls.ts';
import { bytesOf, openPlaces, type Place, untilJobsEnded } from './scale-databases.ts';
import { type BenchServer, residentMegabytes, startProduct } from './servers.ts';

export interface ScaleOptions {
  size: FeedSize;
  engines: Engine[];
  /** For each figure, over three rounds. */
  seconds: number;
  dataDir: string | undefined;
  onlyFill: boolean;
  /** Comma-separated parts of names; only calls whose name has one of them run, and '' runs all. */
  only: string;
  json: string | undefined;
  against: string | undefined;
}

/** Prints what calls cost on a large and a small database, which are asked in turn. */
export async function measureScale(options: ScaleOptions): Promise<void> {
  const report = new Report(
    options.against,
    'what (p50, p99 of 1 connection; of 8; rate of 32)',
    '1,000 posts',
    `${round(options.size.posts)} posts`,
    'p99 of 8, ratio',
    'goal',
  );
  for (const engine of options.engines) {
    const places = await openPlaces(engine, options.size, options.dataDir);
    try {
      const { small, large } = places;
      report.row([`${engine}: time to fill`, minutes(small.seconds), minutes(large.seconds), '', '']);
      const sizes = [gigabytes(await bytesOf(small)), gigabytes(await bytesOf(large))];
      report.row([`${engine}: size`, ...sizes, '', '']);
      if (!options.onlyFill) await measure(report, engine, options, { small, large });
    } finally {
      await places.close();
    }
  }
  report.end(options.json);
}

const minutes = (seconds: number) => `${round(seconds / 60, 1)} min`;
const gigabytes = (bytes: number) => `${round(bytes / 1e9, 2)} GB`;

async function measure(
  report: Report,
  engine: Engine,
  { seconds, only }: Pick<ScaleOptions, 'seconds' | 'only'>,
  { small, large }: { small: Place; large: Place },
): Promise<void> {
  const pair = await Promise.all([small, large].map(start));
  try {
    report.row([`${engine}: jobs of the start`, ...pair.map(({ jobs }) => `${round(jobs)} s`), '', '']);
    for (const { what } of pair[0]?.calls ?? []) {
      if (!only.split(',').some((part) => what.includes(part))) continue;
      const [base, ours] = await inTurn(pair, what, seconds / rounds);
      if (base && ours) addRow(report, `${engine}: ${what}`, base, ours);
    }
    const [before, after] = pair.map(({ product }) => residentMegabytes(product.pid) ?? Number.NaN);
    const memory = `${engine}: memory after this load`;
    report.row([memory, ...[before, after].map((each) => `${round(each ?? 0)} MB`), '', '≤250 MB'], {
      what: memory,
      runs: [after ?? 0],
      better: 'less',
    });
  } finally {
    for (const { product } of pair) await product.stop();
  }
}

interface Started {
  product: BenchServer;
  /** Seconds until the jobs of the start had ended. */
  jobs: number;
  calls: Call[];
  tokens: string[];
}

async function start(place: Place): Promise<Started> {
  const { dataDir, databaseUrl } = place;
  const product = await startProduct(dataDir, {
    SAMPLE_CONTENT: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  return { product, jobs: await untilJobsEnded(place), ...(await callsOf(place)) };
}

const rounds = 3;
/** Connections: a lone request, a busy office, and more than the server manages at once. */
const loads = [1, 8, 32];

interface Measured {
  call: Call;
  /** For each round, the outcome of each load. */
  outcomes: (Outcome & { perSecond: number })[][];
}

/** Asks the servers in turn, so that what else the machine does is in all. */
async function inTurn(servers: Started[], what: string, seconds: number): Promise<Measured[]> {
  const measured = servers.map(({ calls, ...server }) => {
    const call = calls.find((each) => each.what === what);
    if (!call) throw new Error(`There is no call ${what}`);
    const outcomes: Measured['outcomes'] = [];
    return { ...server, call, outcomes };
  });
  console.log(what);
  for (let run = 0; run < rounds; run++) {
    for (const { product, call, tokens, outcomes } of measured) {
      const { requests, perSecond } = call;
      const order = {
        url: product.url,
        headers: { 'accept-encoding': 'br' },
        requests,
        tokens: call.tokens ?? tokens,
      };
      const round: Measured['outcomes'][number] = [];
      if (run === 0) await ask({ ...order, connections: 8, seconds: 0.5 });
      for (const connections of perSecond ? [8] : loads) {
        const paced = perSecond && { perSecond };
        const outcome = await ask({ ...order, ...paced, connections, seconds });
        round.push({ ...outcome, perSecond: outcome.requests / seconds });
      }
      outcomes.push(round);
    }
  }
  return measured;
}

function addRow(report: Report, what: string, base: Measured, ours: Measured): void {
  const { perSecond, goal = '' } = ours.call;
  // Which of the loads is that of eight connections.
  const few = perSecond ? 0 : 1;
  const p99 = ({ outcomes }: Measured) => outcomes.map((round) => round[few]?.p99 ?? Number.NaN);
  const ratio = median(p99(ours)) / median(p99(base));
  const toSmall: Figure = { what: `${what}, p99 to that of 1,000 posts`, runs: [ratio], better: 'less' };
  report.row([what, shown(base), shown(ours), round(ratio, 2), goal], toSmall);
  report.figure({ what: `${what}, p99`, runs: p99(ours), better: 'less' });
  if (perSecond) return;
  const most = ours.outcomes.map((round) => round.at(-1)?.perSecond ?? Number.NaN);
  report.figure({ what: `${what}, requests a second`, runs: most, better: 'more' });
}

/** `1: 0.7, 1.1 ms; 8: 4, 6 ms; 1,900/s`: p50 and p99 of connections, and requests a second of the most. */
function shown({ call, outcomes }: Measured): string {
  const of = (index: number, part: (each: Outcome & { perSecond: number }) => number) =>
    median(outcomes.flatMap((round) => round.slice(index, index + 1)).map(part));
  const times = (call.perSecond ? [8] : loads.slice(0, -1)).map(
    (connections, index) =>
      `${connections}: ${round(
        of(index, ({ p50 }) => p50),
        1,
      )}, ${round(
        of(index, ({ p99 }) => p99),
        1,
      )} ms`,
  );
  const all = outcomes.flat();
  const refused =
    all.reduce((sum, { failed }) => sum + failed, 0) / all.reduce((sum, { requests }) => sum + requests, 0);
  const rate = call.perSecond ? [] : [`${round(of(loads.length - 1, ({ perSecond }) => perSecond))}/s`];
  const failures = refused > 0 ? [`${round(100 * refused, 1)}% refused`] : [];
  return [...times, ...rate, ...failures].join('; ');
}
