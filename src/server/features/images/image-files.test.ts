import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestS3, testS3 } from '../../../../test/s3.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { imageFiles } from '../../../shared/images/images.ts';
import { second } from '../../../shared/time.ts';
import { newId, now } from '../../platform/db/ids.ts';

const names = imageFiles('portrait').sort();
const photo = async () => Buffer.from(await plainImage().jpeg().toBuffer());

describe.each(['folder', 'bucket'])('images in a %s', (place) => {
  let server: TestServer;
  let s3: TestS3;
  let token: string;

  beforeAll(async () => {
    s3 = await testS3();
    server = await testServer(place === 'bucket' ? s3.settings : {});
    token = await makeToken(server.db);
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
  });

  const idOf = async () => (await upload(server, token, await photo())).body.id;
  const folder = () => join(server.config.dataDir, 'images');

  it('are stored there, complete, and nowhere else', async () => {
    const id = await idOf();
    if (place === 'bucket') {
      const keys = [...s3.objects.keys()].filter((key) => key.includes(id));
      expect(keys.sort()).toEqual(names.map((name) => `images/${id}/${name}`));
      expect(s3.objects.get(`images/${id}/96.avif`)?.type).toBe('image/avif');
      await expect(readdir(folder())).rejects.toThrow('ENOENT');
    } else {
      expect((await readdir(join(folder(), id))).sort()).toEqual(names);
      expect((await readdir(folder())).filter((name) => name.includes('unfinished'))).toEqual([]);
      expect(s3.objects.size).toBe(0);
    }
  });

  it('are public and cached for ever', async () => {
    const id = await idOf();
    for (const name of names) {
      const response = await fetch(`${server.url}/images/${id}/${name}`);
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-type')).toBe(
        `image/${name.split('.')[1]?.replace('jpg', 'jpeg')}`,
      );
      expect(response.headers.get('content-length')).toBe(String(body.length));
      const head = await fetch(`${server.url}/images/${id}/${name}`, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(body.length));
    }
  });

  it('have no other addresses', async () => {
    const id = await idOf();
    const none = [
      `${newId()}/96.avif`,
      `${id}/97.avif`,
      `${id}/96.gif`,
      `${id}/96`,
      `${id}/480.jpg`,
      id,
      `${id.toUpperCase()}/96.avif`,
      `${id}.unfinished/96.avif`,
      `${id}/..%2f..%2fbrokerage.db`,
      `..%2f..%2fetc/96.avif`,
      `%00/96.avif`,
      `${id}/96.avif%00`,
      `__proto__/96.avif`,
    ];
    for (const path of none) {
      const { status, headers } = await server.call(`GET /images/${path}`);
      expect(status, path).toBe(404);
      expect(headers.get('cache-control'), path).not.toContain('immutable');
    }
  });
});

describe('the bucket', () => {
  let gets = 0;
  let s3: TestS3;
  let server: TestServer;
  let other: TestServer;

  beforeAll(async () => {
    s3 = await testS3((method) => {
      if (method === 'GET') gets++;
      return undefined;
    });
    server = await testServer(s3.settings);
    other = await secondServer(server);
  });
  afterAll(async () => {
    await other.stop();
    await server.stop();
    await s3.stop();
  });

  const callsFor = async (path: string, status: number, at = server) => {
    gets = 0;
    expect((await fetch(`${at.url}${path}`)).status).toBe(status);
    return gets;
  };

  it('is not asked for images that do not exist, nor for sizes of another kind', async () => {
    const id = newId();
    expect(await callsFor(`/images/${id}/96.avif`, 404)).toBe(0);
    expect(await callsFor(`/images/${id}/96.avif`, 404)).toBe(0);
    const { body } = await upload(server, await makeToken(server.db), await photo());
    expect(await callsFor(`/images/${body.id}/1440.avif`, 404)).toBe(0);
    expect(await callsFor(body.url, 200)).toBe(1);
  });

  it('is asked at once for what another process has stored', async () => {
    const { body } = await upload(server, await makeToken(server.db), await photo());
    expect(await callsFor(body.url, 200, other)).toBe(1);
  });

  it('is asked for an image that was unknown, once another process has stored it', async () => {
    const id = newId();
    expect(await callsFor(`/images/${id}/96.avif`, 404)).toBe(0);
    await server.db
      .insertInto('images')
      .values({ id, kind: 'portrait', width: 1, height: 1, created_at: now() })
      .execute();
    s3.objects.set(`images/${id}/96.avif`, { bytes: Buffer.from('image'), type: 'image/avif' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * second });
    try {
      expect(await callsFor(`/images/${id}/96.avif`, 200)).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is asked again only until the database says that the image is gone', async () => {
    const { body } = await upload(server, await makeToken(server.db), await photo());
    expect(await callsFor(body.url, 200)).toBe(1);
    s3.objects.clear();
    await server.db.deleteFrom('images').where('id', '=', body.id).execute();
    expect(await callsFor(body.url, 404)).toBe(1);
    expect(await callsFor(body.url, 404)).toBe(0);
  });
});

describe('a place that fails', () => {
  const away = {
    status: 503,
    body: { msg: 'Images cannot be stored or shown right now, please try again later' },
  };

  it('in the middle of an image leaves nothing of it, and the next one is stored', async () => {
    let full = true;
    const s3 = await testS3((method, number) => (full && method === 'PUT' && number > 4 ? 507 : undefined));
    const server = await testServer(s3.settings);
    try {
      const token = await makeToken(server.db);
      const failed = await upload(server, token, await photo());
      expect(failed).toMatchObject(away);
      expect(failed.headers.get('retry-after')).toBe('10');
      expect([...s3.objects.keys()]).toEqual([]);
      expect(await server.db.selectFrom('images').select('id').execute()).toEqual([]);
      full = false;
      const { status, body } = await upload(server, token, await photo());
      expect(status).toBe(200);
      expect(s3.objects.size).toBe(names.length);
      expect((await fetch(`${server.url}${body.url}`)).status).toBe(200);
    } finally {
      await server.stop();
      await s3.stop();
    }
  });

  it('at once or at a broken line is said to be away, for reading too', async () => {
    const s3 = await testS3();
    const server = await testServer(s3.settings);
    try {
      const token = await makeToken(server.db);
      const { body } = await upload(server, token, await photo());
      await s3.stop();
      expect(await upload(server, token, await photo())).toMatchObject(away);
      const gone = await server.call(`GET ${body.url}`);
      expect(gone).toMatchObject(away);
      expect(gone.headers.get('cache-control')).toBe('no-store');
    } finally {
      await server.stop();
    }
  });

  it('fails with a wrong key: nothing is stored, and nothing of the key is revealed', async () => {
    const s3 = await testS3();
    const server = await testServer({ ...s3.settings, S3_SECRET_ACCESS_KEY: 'another' });
    try {
      const answer = await upload(server, await makeToken(server.db), await photo());
      expect(answer).toMatchObject(away);
      expect(s3.objects.size).toBe(0);
    } finally {
      await server.stop();
      await s3.stop();
    }
  });

  it('is a folder that cannot be written, until it can', async () => {
    const server = await testServer();
    const folder = join(server.config.dataDir, 'images');
    try {
      const token = await makeToken(server.db);
      await writeFile(folder, 'in the way');
      expect(await upload(server, token, await photo())).toMatchObject(away);
      expect((await server.call('GET /api/testimonials')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
