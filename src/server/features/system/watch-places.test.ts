import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
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
