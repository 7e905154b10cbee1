import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import { purgeImages } from '../images/images.service.ts';

let server: TestServer;
let token: string;
let portrait: string;

const uploadTo = async (path: string, width = 600, height = 6): Promise<string> => {
  const bytes = Buffer.from(await plainImage(width, height).jpeg().toBuffer());
  return (await upload(server, token, bytes, { path })).body.id;
};
const cover = (width?: number, height?: number) => uploadTo('/api/articles/image', width, height);
const create = (given: object) => server.call('POST /api/articles', { token, body: articleBody(given) });
const patch = (id: string, body: object) => server.call(`PATCH /api/articles/${id}`, { token, body });
const page = async (slug: string) => (await fetch(`${server.url}/articles/${slug}`)).text();

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
  portrait = await uploadTo('/api/testimonials/image');
});
afterAll(() => server.stop());

describe('the cover of an article', () => {
  it('is shown above the text and in previews of links, with its size and what it shows', async () => {
    const cover_id = await cover(600, 400);
    const { status, body } = await create({ cover_id, cover_alt: 'A <sold> sign' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ cover_id, cover_alt: 'A <sold> sign' });
    const html = await page(body.slug);
    const [picture = ''] = /<picture.*<\/picture>/s.exec(html) ?? [];
    expect(picture).toContain(`/images/${cover_id}/480.avif 480w`);
    expect(picture).toMatch(/<img [^>]*alt="A &lt;sold&gt; sign"/);
    expect(picture).toMatch(/width="600" height="400"/);
    expect(html).toContain(`property="og:image" content="http://localhost:3000/images/${cover_id}/1440.jpg"`);
    expect(html).toContain('property="og:image:height" content="960"');
    const file = await fetch(`${server.url}/images/${cover_id}/960.webp`);
    expect(file.status).toBe(200);
  });

  it('is no part of the public article, whose shape is fixed', async () => {
    const { body } = await create({ cover_id: await cover() });
    const article = (await server.call(`GET /api/articles/${body._id}`)).body;
    expect(Object.keys(article).sort()).toEqual(
      ['_id', 'date', 'slug', 'snippet', 'text', 'title', 'url'].sort(),
    );
  });

  it('stays when left out, and goes by null', async () => {
    const cover_id = await cover();
    const { body } = await create({ cover_id, cover_alt: 'A house' });
    expect((await patch(body._id, { title: 'Renamed' })).body).toMatchObject({ cover_id });
    expect(await page(body.slug)).toContain('<picture');
    expect((await patch(body._id, { cover_id: null })).body).toMatchObject({ cover_id: null });
    expect(await page(body.slug)).not.toContain('<picture');
  });

  it.each([
    ['an id of nothing', () => newId()],
    ['what is no id', () => '../secret'],
    ['a portrait', () => portrait],
  ])('cannot be %s', async (_, cover_id) => {
    const refusal = {
      status: 400,
      body: { errors: [{ msg: 'Image is not known', field: 'cover_id' }], msg: 'Image is not known' },
    };
    expect(await create({ cover_id: cover_id() })).toMatchObject(refusal);
    const { body } = await create({});
    expect(await patch(body._id, { cover_id: cover_id() })).toMatchObject(refusal);
    expect((await server.call(`GET /api/articles/all/${body._id}`, { token })).body).toEqual(body);
  });

  it('stays while the article refers to it, and purged a day after', async () => {
    const cover_id = await cover();
    const { body } = await create({ cover_id });
    const purge = async () => {
      await server.db
        .updateTable('images')
        .set({ unused_since: '2020-01-01T00:00:00.000Z' })
        .where('id', '=', cover_id)
        .execute();
      await purgeImages({ db: server.db, images: openImageStore(server.config) });
      return (await fetch(`${server.url}/images/${cover_id}/480.jpg`)).status;
    };
    expect(await purge()).toBe(200);
    await patch(body._id, { cover_id: null });
    expect(await purge()).toBe(404);
  });
});
