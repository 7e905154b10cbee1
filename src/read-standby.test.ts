import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { postgres } from '../scripts/lib/postgres.mjs';
import { startPostgres, startStandby } from '../scripts/lib/postgres-server.mjs';
import { articleBody, makeToken } from '../test/factories.ts';
import { patience } from '../test/patience.ts';
import { serve, type TestServer } from '../test/server.ts';
import { readConfig } from './server/platform/config.ts';
import { openDatabase } from './server/platform/db/database.ts';
import { migrate } from './server/platform/db/migrate.ts';
import { second } from './shared/time.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

let dataDir: string;
let primary: Postgres;
let standby: Postgres;
let onStandby: pg.Client;
let server: TestServer;
const log: string[] = [];
let ana: string;
let ben: string;

beforeAll(async () => {
  const bin = postgres.find() ?? '';
  dataDir = await mkdtemp(join(tmpdir(), 'brokerage-'));
  primary = await startPostgres(bin);
  standby = await startStandby(bin, primary.url);
  onStandby = new pg.Client({ connectionString: standby.url });
  onStandby.on('error', () => {});
  await onStandby.connect();
  const config = readConfig({
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
  });
  const db = openDatabase(config);
  await migrate(db);
  server = await serve(config, db, () => db.destroy(), { logStream: { write: (line) => log.push(line) } });
  ana = await makeToken(db);
  ben = await makeToken(db);
});
afterAll(async () => {
  vi.useRealTimers();
  await server.stop();
  await onStandby.end();
  await standby.stop();
  await primary.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const pause = () => onStandby.query('select pg_wal_replay_pause()');
const resume = () => onStandby.query('select pg_wal_replay_resume()');

let posted = 0;

/** Returns a word that only this post has. */
async function post(token: string): Promise<string> {
  posted++;
  const word = `written${posted}`;
  expect((await server.call('POST /api/posts', { token, body: { text: word } })).status).toBe(200);
  return word;
}

async function sees(token: string, word: string, query = ''): Promise<boolean> {
  const { status, body } = await server.call(`GET /api/posts${query}`, { token });
  expect(status).toBe(200);
  return body.some(({ text }: { text: string }) => text === word);
}

const saidOfStandby = (): string[] =>
  log.map((line) => String(JSON.parse(line).msg)).filter((msg) => msg.startsWith('standby'));
const inUse = 'standby in use';
const outOfUse = 'standby out of use';

/**
 * Ends with a paused standby that was in use, and a post that it lacks. `look` runs while it is in use: on a busy machine it
 * is 5 s behind, and left alone, before the next line of a test.
 */
const postThatStandbyLacks = <T>(look: (word: string) => Promise<T>) =>
  vi.waitFor(
    async () => {
      await resume();
      await pause();
      const word = await post(ana);
      expect(await sees(ben, word)).toBe(false);
      const seen = await look(word);
      expect(await sees(ben, word)).toBe(false);
      return { word, seen };
    },
    { ...patience, interval: 300 },
  );
const nothingElse = async () => undefined;

it('reads the feed and searches from a standby, but nobody misses what they have just written', async () => {
  const { word, seen } = await postThatStandbyLacks(async (word) => ({
    isFound: await sees(ben, word, `?search=${word}`),
    position: (await server.call('GET /api/posts', { token: ben })).headers.get('x-feed-position'),
  }));
  expect(seen.isFound).toBe(false);
  // Events follow those that the standby has replayed: none is missed. A read of the feed may know a position from before.
  const { position } = (await server.call('GET /api/posts/events', { token: ana })).body;
  expect(Number(seen.position ?? Number.NaN)).toBeLessThan(position);
  expect(await sees(ana, word)).toBe(true);
  expect(await sees(ana, word, `?search=${word}`)).toBe(true);

  await resume();
  await vi.waitFor(async () => expect(await sees(ben, word)).toBe(true), patience);
});

it('shows public pages as this process knows them', async () => {
  await postThatStandbyLacks(nothingElse);
  const { body } = await server.call('POST /api/articles', { token: ana, body: articleBody() });
  expect((await server.call(`GET /articles/${body.slug}`)).status).toBe(200);
  expect((await server.call(`GET /api/articles/${body._id}`)).status).toBe(200);
  await resume();
  await server.call(`DELETE /api/articles/${body._id}`, { token: ana });
  expect((await server.call(`GET /articles/${body.slug}`)).status).toBe(404);
});

it('does without a standby that is more than 5 s behind', async () => {
  const { word } = await postThatStandbyLacks(nothingElse);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * second });
  expect(await sees(ben, word)).toBe(true);
  await vi.waitFor(() => expect(saidOfStandby().at(-1)).toBe(outOfUse), patience);
  vi.useRealTimers();
  await resume();
  await vi.waitFor(() => expect(saidOfStandby().at(-1)).toBe(inUse), patience);
});

it('does without a standby that is away', async () => {
  await postThatStandbyLacks(nothingElse);
  await standby.stop();
  const word = await post(ana);
  expect(await sees(ben, word)).toBe(true);
  expect(await sees(ben, word, `?search=${word}`)).toBe(true);
  expect((await server.call('GET /readyz')).status).toBe(200);
  await vi.waitFor(() => expect(saidOfStandby().at(-1)).toBe(outOfUse), patience);
});

it('logs each time that the standby falls out of use or is back, once', () => {
  const said = saidOfStandby();
  // On a busy machine it begins out of use.
  expect(said.filter((line, index) => line === said[index - 1])).toEqual([]);
  expect(said.length).toBeGreaterThanOrEqual(4);
});
