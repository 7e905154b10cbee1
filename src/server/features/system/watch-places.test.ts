import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { makeUser } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { canWrite } from '../../platform/db/can-write.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { clockRow } from '../../platform/jobs/clock.ts';
import { PlaceWatch } from '../../platform/places/place-watch.ts';
import { watchPlaces } from './watch-places.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

it('a folder that fails is mailed to each admin once, also by a server that is started anew, and again another day', async () => {
  const admin = await makeUser(server.db, { admin: true });
  await makeUser(server.db);
  const backupDir = join(server.config.dataDir, 'backups');
  const config = { ...server.config, backupDir };
  let places = new PlaceWatch(config);
  const watch = () => watchPlaces({ ...server.parts, config, places });
  const mails = () => server.db.selectFrom('mails').select(['recipient', 'text']).execute();

  await watch();
  expect(await mails()).toEqual([]);
  await writeFile(backupDir, '');
  for (let times = 0; times < 2; times++) await watch();
  places = new PlaceWatch(config);
  await watch();
  expect(places.faults).toMatchObject([{ setting: 'BACKUP_DIR' }]);
  expect(await mails()).toEqual([
    {
      recipient: admin.email,
      text: expect.stringMatching(/BACKUP_DIR[\s\S]*No backup is made[\s\S]*is a file/),
    },
  ]);

  await rm(backupDir);
  await mkdir(backupDir);
  await watch();
  expect(places.faults).toEqual([]);
  await server.db
    .updateTable('jobs')
    .set({ started_at: fromNow(-2 * day) })
    .execute();
  await watch();
  await rm(backupDir, { recursive: true });
  await writeFile(backupDir, '');
  await watch();
  expect(await mails()).toHaveLength(2);
});

it('a clock that has moved by years is a fault, and mailed once, until it is believed', async () => {
  const { db, parts } = server;
  await db.deleteFrom('mails').execute();
  const lastRan = (started_at: string) =>
    db
      .insertInto('jobs')
      .values({ name: clockRow, started_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ started_at, succeeded_at: null }))
      .execute();
  await lastRan(fromNow(-2 * 365 * day));
  for (let times = 0; times < 2; times++) await watchPlaces(parts);
  const says = /^The clock says \d{4}-\d\d-\d\d; the site last ran at /;
  expect(parts.places.faults).toMatchObject([{ setting: 'Clock', says: expect.stringMatching(says) }]);
  const mails = await db.selectFrom('mails').select(['subject', 'text']).execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    subject: expect.stringMatching(/^Clock of .* needs attention$/),
    text: expect.stringMatching(/moved by more than a week[\s\S]*data past its time is erased from/),
  });
  await lastRan(fromNow(-day));
  await watchPlaces(parts);
  expect(parts.places.faults).toEqual([]);
});

if (engine === 'sqlite')
  describe('the file of the database is taken away while the server runs', () => {
    it.each<readonly [string, (file: string) => Promise<void>]>([
      ['removed', (file) => rm(file)],
      [
        'replaced',
        async (file) => {
          await copyFile(file, `${file}.copy`);
          await rename(`${file}.copy`, file);
        },
      ],
    ])(
      '%s: nothing is acknowledged that would be lost, and everyone who looks is told',
      async (_how, take) => {
        const other = await testServer();
        onTestFinished(() => other.stop());
        const { token } = await person(other);
        const post = () => other.call('POST /api/posts', { token, body: { text: 'Not to be lost' } });
        expect((await post()).status).toBe(200);
        await take(join(other.config.dataDir, 'brokerage.db'));
        expect((await post()).status).toBe(503);
        expect((await other.call('GET /api/posts', { token })).status).toBe(200);
        expect(await other.call('GET /readyz')).toMatchObject({
          status: 503,
          body: { status: 'database file gone' },
        });
        await watchPlaces(other.parts);
        expect(other.parts.places.faults).toMatchObject([
          {
            setting: 'DATA_DIR (database)',
            says: expect.stringMatching(
              /^Nothing can be saved\. .*brokerage\.db was removed .* Do not stop it/,
            ),
          },
        ]);
      },
    );
  });

if (engine === 'postgres')
  it('a PostgreSQL that lets nothing be written is a fault, and the pages go on', async () => {
    const url = new URL(server.config.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const db = openDatabase({ ...server.config, databaseUrl: url.href });
    onTestFinished(() => db.destroy());
    const places = new PlaceWatch(server.config);
    await watchPlaces({ ...server.parts, places, db });
    expect(places.faults).toMatchObject([
      { setting: 'DATABASE_URL', says: expect.stringMatching(/^Nothing can be saved\. .*\(25006\)/) },
    ]);
    expect(await canWrite(db)).toBe(true);
    await watchPlaces({ ...server.parts, places });
    expect(places.faults).toEqual([]);
  });
