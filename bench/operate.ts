import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, openDatabase } from '../src/server/platform/db/database.ts';
import { startCommand } from '../test/command.ts';
import { startWriter, type Write } from './even-writer.ts';
import type { FeedSize } from './feed-shape.ts';
import { Report, round } from './report.ts';
import { callsOf } from './scale-calls.ts';
import { bytesOf, openPlaces, type Place, startCluster, untilJobsEnded } from './scale-databases.ts';
import { peakMegabytes, startProduct } from './servers.ts';

type At = Pick<Place, 'dataDir' | 'databaseUrl'>;

const writesPerSecond = 200;
/** Writes run this long before the backup starts, for comparison. */
const secondsAlone = 30;

/**
 * Prints what a backup, its drill, a restore and a move cost on a large database: time and memory, how long writes of members
 * take during the backup, and whether each write that was acknowledged is where it must be.
 */
export async function measureOperation(
  size: FeedSize,
  engines: Engine[],
  dataDir: string | undefined,
): Promise<void> {
  const report = new Report(undefined, 'what', 'time', 'most memory', 'found');
  for (const engine of engines) {
    const { large, cluster, close } = await openPlaces(engine, size, dataDir);
    const folder = await mkdtemp(join(large.dataDir, '..', 'operation-'));
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755);
    const other = cluster ?? (await startCluster(join(folder, 'cluster')));
    try {
      report.row([`${engine}: the database`, '', '', gigabytes(await bytesOf(large))]);
      const file = join(folder, 'backup.tar.zst');
      const written = await backUp(report, engine, large, file);
      const verified = await command('backup', ['--verify', file], settingsOf(large));
      report.row([`${engine}: backup --verify`, ...verified, '']);

      const restored = {
        dataDir: join(folder, 'restored'),
        databaseUrl: cluster && (await other.database('restored')),
      };
      const restore = await command('restore', [file], settingsOf(restored));
      report.row([`${engine}: restore`, ...restore, await compare(restored, written)]);
      await rm(file);

      const moved = {
        dataDir: cluster ? join(folder, 'moved') : restored.dataDir,
        databaseUrl: cluster ? undefined : await other.database('moved'),
      };
      const target = moved.databaseUrl
        ? ['--to-database-url', moved.databaseUrl]
        : ['--to-data-dir', moved.dataDir];
      const move = await command('move', target, settingsOf(restored));
      report.row([`${engine}: move to the other`, ...move, await compare(moved, written)]);
      await other.drop('restored');
    } finally {
      if (!cluster) await other.stop();
      await close();
      await rm(folder, { recursive: true });
    }
  }
}

const gigabytes = (bytes: number) => `${round(bytes / 1e9, 2)} GB`;

interface Written {
  writes: Write[];
  /** performance.now() when the backup began. */
  begun: number;
}

/** Backs up while members write, and compares the database with what was acknowledged. */
async function backUp(report: Report, engine: Engine, place: Place, file: string): Promise<Written> {
  const settings = settingsOf(place);
  const product = await startProduct(place.dataDir, { ...settings, SAMPLE_CONTENT: 'off' });
  try {
    await untilJobsEnded(place);
    const { tokens } = await callsOf(place);
    const writer = startWriter(product.url, tokens, writesPerSecond);
    await pause(secondsAlone * 1000);
    const begun = performance.now();
    const backup = await command('backup', [file], settings);
    const ended = performance.now();
    await writer.stop();
    const { writes } = writer;
    const alone = writes.filter(({ due }) => due < begun);
    const beside = writes.filter(({ due }) => due >= begun && due < ended);
    report.row([`${engine}: backup`, ...backup, gigabytes((await stat(file)).size)]);
    report.row([`${engine}: writes alone`, waitsOf(alone), '', rateOf(alone)]);
    report.row([`${engine}: writes beside the backup`, waitsOf(beside), '', rateOf(beside)]);
    const found = await idsIn(place);
    const lost = writes.filter(({ id }) => !found.has(id)).length;
    report.row([`${engine}: of all writes`, '', '', `${lost} of ${writes.length} lost`]);
    return { writes, begun };
  } finally {
    await product.stop();
  }
}

function waitsOf(writes: Write[]): string {
  const waits = writes.map(({ due, acknowledged }) => acknowledged - due).sort((a, b) => a - b);
  const at = (share: number) =>
    round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0, 1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`;
}

function rateOf(writes: Write[]): string {
  const span = (writes.at(-1)?.acknowledged ?? 0) - (writes[0]?.due ?? 0);
  return `${round((1000 * writes.length) / span)} a second`;
}

/** Counts writes acknowledged before the backup that it lacks, and gaps: writes absent although a later one is there. */
async function compare(at: At, { writes, begun }: Written): Promise<string> {
  const found = await idsIn(at);
  const stored = writes.filter(({ id }) => found.has(id));
  const latest = Math.max(...stored.map(({ due }) => due));
  const absent = writes.filter(({ id }) => !found.has(id));
  const lost = absent.filter(({ acknowledged }) => acknowledged < begun).length;
  const torn = absent.filter(({ acknowledged }) => acknowledged < latest).length;
  return `${lost} lost, ${torn} torn, ${stored.length} of ${writes.length} up to one moment`;
}

/** Posts of the last hours, written by a run of this. */
async function idsIn(at: At): Promise<Set<string>> {
  const db = openDatabase(at);
  try {
    const today = new Date(Date.now() - 6 * 3_600_000).toISOString();
    const rows = await db.selectFrom('posts').select('id').where('created_at', '>', today).execute();
    return new Set(rows.map(({ id }) => id));
  } finally {
    await db.destroy();
  }
}

const settingsOf = ({ dataDir, databaseUrl }: At): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** Runs one of the operator's commands; returns its time and the most memory it had. @throws Error when it fails */
async function command(
  name: string,
  args: string[],
  settings: Record<string, string>,
): Promise<[string, string]> {
  await mkdir(settings.DATA_DIR ?? '', { recursive: true });
  const begun = performance.now();
  const { child, ended } = startCommand(name, args, settings);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, peakMegabytes(child.pid ?? 0) ?? 0);
  }, 100);
  const { code, output } = await ended.finally(() => clearInterval(watch));
  if (code !== 0) throw new Error(`${name} failed: ${output.slice(-500)}`);
  return [`${round((performance.now() - begun) / 1000)} s`, `${round(most)} MB`];
}
