import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { claimJob, recordSuccess } from '../../platform/jobs/claim-job.ts';
import { version } from '../../platform/project-folder.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await testServer({ METRICS_PORT: '0' });
  admin = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const read = async () => (await server.call('GET /api/system', { token: admin })).body;

describe('GET /api/system', () => {
  it('shows an admin how the server is doing', async () => {
    expect(await read()).toEqual({
      version,
      node: process.versions.node,
      engine,
      process: expect.stringMatching(new RegExp(`:${process.pid}$`)),
      started: expect.any(String),
      memory: expect.any(Number),
      pool:
        engine === 'sqlite'
          ? null
          : { used: expect.any(Number), idle: expect.any(Number), waiting: 0, max: 10 },
      mails: { mailServer: false, waiting: 0, failed: 0, oldest: null },
      faults: [],
      jobs: [],
      images: { running: 0, waiting: 0 },
      pageCache: { pages: 0, bytes: 0 },
      liveFeeds: 0,
      history: [],
    });
  });

  it('has the last run of each job, and its last success', async () => {
    await claimJob(server.db, 'begun', 1000);
    await claimJob(server.db, 'done', 1000);
    await recordSuccess(server.db, 'done');
    expect((await read()).jobs).toEqual([
      { name: 'begun', started: expect.any(String), succeeded: null },
      { name: 'done', started: expect.any(String), succeeded: expect.any(String) },
    ]);
  });

  it('has the last hour, a moment each minute', async () => {
    const { history } = server.parts;
    await history.sample();
    await server.call('GET /api/articles');
    await expect
      .poll(async () => {
        await history.sample();
        return history.moments.slice(1).reduce((sum, { requests }) => sum + (requests ?? 0), 0);
      })
      .toBeGreaterThan(0);
    for (let minutes = 0; minutes < 70; minutes++) await history.sample();
    const { history: shown } = await read();
    expect(shown).toHaveLength(60);
    expect(shown.at(-1)).toEqual({
      at: expect.any(String),
      busy: expect.any(Number),
      memory: expect.any(Number),
      mailsWaiting: 0,
      liveFeeds: 0,
      requests: expect.any(Number),
      serverErrors: 0,
    });
  });

  it('has no requests where they are not counted', async () => {
    const silent = await testServer();
    await silent.parts.history.sample();
    expect(silent.parts.history.moments).toMatchObject([{ requests: null, serverErrors: null }]);
    await silent.stop();
  });
});
