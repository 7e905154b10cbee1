import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { hour, second } from '../../../shared/time.ts';
import { fromNow } from '../db/ids.ts';
import { claimJob } from './claim-job.ts';
import { Jobs } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const started: Jobs[] = [];
afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())));

function newJobs(): Jobs {
  const { log } = Fastify();
  vi.spyOn(log, 'warn').mockImplementation(() => {});
  const jobs = new Jobs(database.db, log);
  started.push(jobs);
  return jobs;
}

const soon = 20;

/** Resolves when another job has run three times, which gives every other one its chance. */
function severalRuns(name: string): Promise<void> {
  let runs = 0;
  return new Promise((done) =>
    newJobs().every(
      soon,
      name,
      async () => {
        if (++runs === 3) done();
      },
      { inEachProcess: true },
    ),
  );
}

it('is claimed by one of several processes in an interval, and again in the next one', async () => {
  const claims = () => Promise.all([1, 2, 3].map(() => claimJob(database.db, 'claimed', hour)));
  expect((await claims()).filter(({ claimed }) => claimed)).toHaveLength(1);
  expect((await claims()).filter(({ claimed }) => claimed)).toHaveLength(0);
  await database.db
    .updateTable('jobs')
    .set({ started_at: fromNow(-hour) })
    .where('name', '=', 'claimed')
    .execute();
  const again = await claims();
  expect(again.filter(({ claimed }) => claimed)).toHaveLength(1);
  for (const { due } of again) expect(due).toBeGreaterThan(Date.now() + hour / 2);
});

it('runs soon after the start what the last process has not run in time', async () => {
  await database.db
    .insertInto('jobs')
    .values({ name: 'due', started_at: fromNow(-2 * hour) })
    .execute();
  await new Promise<void>((ran) => newJobs().every(second, 'due', async () => ran()));
});

it('does not run again what another process has run in this interval', async () => {
  // Due in an hour, although this process would run it at once.
  await database.db
    .insertInto('jobs')
    .values({ name: 'done', started_at: fromNow(hour) })
    .execute();
  let runs = 0;
  newJobs().every(soon, 'done', async () => runs++);
  await severalRuns('beside');
  expect(runs).toBe(0);
});

it('waits in parts that a timer holds, however far off a wrong clock has put it', async () => {
  await database.db
    .insertInto('jobs')
    .values({ name: 'far', started_at: fromNow(2 * 365 * 24 * hour) })
    .execute();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let runs = 0;
  newJobs().every(soon, 'far', async () => runs++);
  await severalRuns('beside far');
  await severalRuns('and again');
  const waits = timers.mock.calls.map(([, wait]) => wait ?? 0);
  timers.mockRestore();
  expect(runs).toBe(0);
  expect(Math.max(...waits)).toBeLessThan(2 ** 31);
});

it('goes on after a failure, which it logs', async () => {
  const { log } = Fastify();
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const jobs = new Jobs(database.db, log);
  started.push(jobs);
  let runs = 0;
  await new Promise<void>((ranTwice) =>
    jobs.every(soon, 'failing', async () => {
      if (++runs === 2) ranTwice();
      throw new Error('no luck');
    }),
  );
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ job: 'failing' }), 'job failed');
});

it('does not overlap, and ends what is under way when it stops', async () => {
  const jobs = newJobs();
  let under = 0;
  let maxUnder = 0;
  let ended = false;
  let finish = () => {};
  await new Promise<void>((began) =>
    jobs.every(
      1,
      'slow',
      async () => {
        maxUnder = Math.max(maxUnder, ++under);
        began();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        under--;
        ended = true;
      },
      { inEachProcess: true },
    ),
  );
  await severalRuns('meanwhile');
  const stopped = jobs.stop();
  finish();
  await stopped;
  expect(ended).toBe(true);
  expect(maxUnder).toBe(1);
});

it('runs a job soon when what it failed by is repaired, not when its time comes', async () => {
  const jobs = newJobs();
  let ran = () => {};
  let runs = 0;
  const first = new Promise<void>((done) => {
    ran = done;
  });
  jobs.every(20 * second, 'repaired', async () => {
    runs++;
    ran();
    if (runs === 1) throw new Error('no folder');
  });
  await first;
  // It has ended by then, and waits for its next time.
  await severalRuns('while it ends');
  jobs.soon('repaired');
  await vi.waitUntil(() => runs === 2, { timeout: 15_000 });
});
