import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { databaseAway } from '../../../../test/database-away.ts';
import { makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { testS3 } from '../../../../test/s3.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { imageFiles } from '../../../shared/images/images.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import type { ImageFile } from '../../platform/images/image-store.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import type { ImageRow } from '../../tables/images.ts';
import { purgeImages } from './images.service.ts';

let server: TestServer;
let token: string;
let photo: Buffer<ArrayBuffer>;
/** A stored upload, made once: making it takes longer than all else here. */
let stored: { row: ImageRow; files: ImageFile[] };

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
  photo = Buffer.from(await plainImage().jpeg().toBuffer());
  const { id } = (await upload(server, token, photo)).body;
  const folder = join(server.config.dataDir, 'images', id);
  const files = imageFiles('portrait').map(async (name) => ({
    name,
    bytes: await readFile(join(folder, name)),
  }));
  const found = await server.db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  stored = { row: found, files: await Promise.all(files) };
});
afterAll(() => server.stop());

const purge = (on = server) => purgeImages({ db: on.db, images: openImageStore(on.config) });

async function uploaded(on = server): Promise<string> {
  const id = newId();
  await openImageStore(on.config).put(id, stored.files);
  await on.db
    .insertInto('images')
    .values({ ...stored.row, id, owner_id: null })
    .execute();
  return id;
}

const isServed = async (id: string) => (await server.call(`GET /images/${id}/96.avif`)).status === 200;
const row = (id: string, on = server) =>
  on.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
const post = (image_id: string | null) =>
  server.call('POST /api/testimonials', {
    token,
    body: { name: 'Ana Agent', testimonial: 'I keep what I earn.', image_id },
  });

const unusedFor = (id: string, hours: number, on = server) =>
  on.db
    .updateTable('images')
    .set({ unused_since: fromNow(-hours * hour) })
    .where('id', '=', id)
    .execute();

describe('the hourly purge', () => {
  it('removes what nothing has referred to for a day, and nothing else', async () => {
    const [old, young, used] = [await uploaded(), await uploaded(), await uploaded()];
    await unusedFor(old, 25);
    await unusedFor(young, 23);
    await unusedFor(used, 25);
    expect((await post(used)).status).toBe(200);
    await purge();
    expect([await isServed(old), await isServed(young), await isServed(used)]).toEqual([false, true, true]);
    expect(await row(old)).toBeUndefined();
    expect(await row(used)).toMatchObject({ unused_since: null });
  });

  it('counts the day from when it first sees that an image has been let go', async () => {
    const id = await uploaded();
    const { body } = await post(id);
    await unusedFor(id, 25);
    await server.call(`PATCH /api/testimonials/${body._id}`, { token, body: { image_id: id } });
    expect((await server.call(`DELETE /api/testimonials/${body._id}`, { token })).status).toBe(200);
    const before = now();
    await purge();
    expect(((await row(id))?.unused_since ?? '') >= before).toBe(true);
    expect(await isServed(id)).toBe(true);
    await unusedFor(id, 25);
    await purge();
    expect(await isServed(id)).toBe(false);
  });

  it('clears away what a crash has left half-way', async () => {
    const id = newId();
    await server.db
      .insertInto('images')
      .values({
        id,
        kind: 'portrait',
        width: 1,
        height: 1,
        created_at: now(),
        unfinished_since: fromNow(-25 * hour),
        unused_since: fromNow(-25 * hour),
      })
      .execute();
    const folder = join(server.config.dataDir, 'images', `${id}.unfinished`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '96.avif'), 'half');
    await purge();
    expect(await row(id)).toBeUndefined();
    expect((await readdir(join(folder, '..'))).filter((name) => name.includes(id))).toEqual([]);
  });

  it('leaves the row of an image whose files are in the folder of another machine', async () => {
    const [elsewhere, here] = [await uploaded(), await uploaded()];
    for (const id of [elsewhere, here]) await unusedFor(id, 25);
    const folder = join(server.config.dataDir, 'images', elsewhere);
    await rename(folder, `${folder}.elsewhere`);
    await expect(purge()).rejects.toThrow('1 images to purge are not in this image folder');
    expect(await row(elsewhere)).toMatchObject({ unfinished_since: null });
    expect(await row(here)).toBeUndefined();

    await rename(`${folder}.elsewhere`, folder);
    await server.db
      .updateTable('images')
      .set({ purge_started_at: fromNow(-hour) })
      .execute();
    await purge();
    expect(await row(elsewhere)).toBeUndefined();
    expect(await isServed(elsewhere)).toBe(false);
  });

  it('is taken up again where it was broken off, but not while it may be under way', async () => {
    const id = await uploaded();
    await unusedFor(id, 25);
    const claimed = (minutes: number) =>
      server.db
        .updateTable('images')
        .set({ purge_started_at: fromNow((-minutes / 60) * hour) })
        .where('id', '=', id)
        .execute();
    await claimed(5);
    await purge();
    expect(await isServed(id)).toBe(true);
    expect(await post(id)).toMatchObject({ status: 400, body: { msg: 'Image is not known' } });
    await claimed(45);
    await purge();
    expect(await isServed(id)).toBe(false);
  });

  it('and a testimonial never pass each other: what is shown is there', async () => {
    for (let n = 0; n < 10; n++) {
      const id = await uploaded();
      await unusedFor(id, 25);
      const [answer] = await Promise.all([post(id), purge()]);
      expect([200, 400]).toContain(answer.status);
      expect(await isServed(id)).toBe(answer.status === 200);
    }
  });

  it('removes each image once, however many processes do it', async () => {
    const removed: number[] = [];
    const s3 = await testS3((method, number) => {
      if (method === 'DELETE') removed.push(number);
      return undefined;
    });
    const first = await testServer(s3.settings);
    const second = await secondServer(first);
    try {
      for (let n = 0; n < 4; n++) await unusedFor(await uploaded(first), 25, first);
      await Promise.all([purge(first), purge(second), purge(first)]);
      expect(removed).toHaveLength(4 * imageFiles('portrait').length);
      expect(s3.objects.size).toBe(0);
      expect(await first.db.selectFrom('images').selectAll().execute()).toEqual([]);
    } finally {
      await second.stop();
      await first.stop();
      await s3.stop();
    }
  });

  it('removes nothing while the database is away, and does so the next time', async () => {
    const database = await testDatabase();
    const id = newId();
    await database.db
      .insertInto('images')
      .values({
        id,
        kind: 'portrait',
        width: 1,
        height: 1,
        created_at: now(),
        unfinished_since: fromNow(-25 * hour),
        unused_since: fromNow(-25 * hour),
      })
      .execute();
    const rows = () => database.db.selectFrom('images').select('id').execute();
    const away = await databaseAway(database);
    const purgeAway = () => purgeImages({ db: away.db, images: openImageStore(server.config) });
    try {
      await expect(purgeAway()).rejects.toThrow();
      expect(await rows()).toEqual([{ id }]);
      await away.comeBack();
      await purgeAway();
      expect(await rows()).toEqual([]);
    } finally {
      await away.close();
      await database.drop();
    }
  });

  it('keeps the row of an image that cannot be removed, and removes both the next hour', async () => {
    let isAway = true;
    const s3 = await testS3((method) => (isAway && method === 'DELETE' ? 503 : undefined));
    const on = await testServer(s3.settings);
    try {
      const id = await uploaded(on);
      await unusedFor(id, 25, on);
      await expect(purge(on)).rejects.toThrow();
      expect(await row(id, on)).toBeDefined();
      isAway = false;
      await on.db
        .updateTable('images')
        .set({ purge_started_at: fromNow(-hour) })
        .execute();
      await purge(on);
      expect(await row(id, on)).toBeUndefined();
      expect(s3.objects.size).toBe(0);
    } finally {
      await on.stop();
      await s3.stop();
    }
  });
});
