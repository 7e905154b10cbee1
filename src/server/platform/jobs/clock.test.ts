import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { day, hour } from '../../../shared/time.ts';
import { fromNow } from '../db/ids.ts';
import { claimJob } from './claim-job.ts';
import { clockFault, clockRow, clockWords, lookAtClock } from './clock.ts';
import { Jobs } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('jobs').execute());

const start = Date.parse('2026-03-01T12:00:00.000Z');
const look = (after: number) => lookAtClock(database.db, start + after);
const years = 2 * 365 * day;

it('is believed on a new site, while that runs, and within a week of when it last ran', async () => {
  for (const after of [0, 1000, hour, 7 * day, 13 * day]) expect(await look(after)).toBeUndefined();
});

it.each([years, -years])('is not believed for a day once it has moved by %d ms', async (leap) => {
  await look(0);
  const fault = await look(leap);
  expect(fault).toEqual({
    last: '2026-03-01T12:00:00.000Z',
    believedAt: new Date(start + leap + day).toISOString(),
  });
  expect(await look(leap + day - 1000)).toEqual(fault);
  expect(await clockFault(database.db, start + leap + hour)).toEqual(fault);
  expect(await look(leap + day)).toBeUndefined();
  expect(await clockFault(database.db, start + leap + day + hour)).toBeUndefined();
});

it('is believed again when it is set right, and doubted anew when it moves another time', async () => {
  await look(0);
  expect(await look(years)).toBeDefined();
  expect(await look(2 * hour)).toBeUndefined();
  // Another process with a wrong clock is never believed because of a doubt that has passed.
  for (let days = 0; days < 3; days++) {
    expect(await look(years + days * day)).toBeDefined();
    expect(await look(3 * hour + days * day)).toBeUndefined();
  }
  expect(await look(2 * years)).toBeDefined();
  expect(await look(2 * years + 30 * day)).toBeDefined();
});

it('goes by the jobs where it was never noted, and lets those run that a wrong clock has put off', async () => {
  await database.db
    .insertInto('jobs')
    .values({ name: 'hourly', started_at: fromNow(-years) })
    .execute();
  expect(await lookAtClock(database.db)).toMatchObject({ last: expect.any(String) });
  await database.db
    .updateTable('jobs')
    .set({ started_at: fromNow(years) })
    .where('name', '=', 'hourly')
    .execute();
  await database.db
    .updateTable('jobs')
    .set({ started_at: fromNow(-hour), succeeded_at: null })
    .where('name', '=', clockRow)
    .execute();
  expect((await claimJob(database.db, 'hourly', hour)).claimed).toBe(false);
  expect(await lookAtClock(database.db)).toBeUndefined();
  expect((await claimJob(database.db, 'hourly', hour)).claimed).toBe(true);
});

it('says the day of the clock, when the site last ran, and from when on data is erased', () => {
  const fault = { last: '2026-03-01T12:00:00.000Z', believedAt: '2028-03-02T12:00:00.000Z' };
  expect(clockWords(fault, Date.parse('2028-03-01T13:00:00.000Z'))).toMatch(
    /^The clock says 2028-03-01; the site last ran at 2026-03-01 12:00 UTC\. If .* erased from 2028-03-02 12:00 UTC on\. If it is wrong, set it right .* restart\.$/,
  );
});

it('is asked by every job that erases or ends something by age, which waits', async () => {
  await database.db
    .insertInto('jobs')
    .values({ name: clockRow, started_at: fromNow(-years) })
    .execute();
  const jobs = new Jobs(database.db, Fastify().log);
  onTestFinished(() => jobs.stop());
  let erased = false;
  jobs.every(
    1,
    'erase',
    async () => {
      erased = true;
    },
    { byAge: true },
  );
  let runs = 0;
  await new Promise<void>((done) =>
    jobs.every(
      20,
      'beside',
      async () => {
        if (++runs === 3) done();
      },
      { inEachProcess: true },
    ),
  );
  expect(erased).toBe(false);

  const source = readFileSync(new URL('../../start.ts', import.meta.url), 'utf8');
  const byAge = source
    .split('jobs.every(')
    .filter((call) => /^[^']*'(erase|delete|purge|end|keep) /.test(call));
  expect(byAge.length).toBeGreaterThan(10);
  for (const call of byAge) expect(call.split(';')[0]).toContain('byAge: true');
});
