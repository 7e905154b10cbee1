import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import { purgeImages } from '../images/images.service.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

async function uploaded(path = '/api/articles/image'): Promise<string> {
  const bytes = Buffer.from(await plainImage(600, 6).jpeg().toBuffer());
  return (await upload(server, token, bytes, { path })).body.id;
}
const shows = (id: string, rest = '') => `![A sold sign](/images/${id}/1440.jpg${rest})`;
const create = (text: string) => server.call('POST /api/articles', { token, body: articleBody({ text }) });
const change = (id: string, text: string) =>
  server.call(`PATCH /api/articles/${id}`, { token, body: { text } });
const page = async (slug: string) => (await fetch(`${server.url}/articles/${slug}`)).text();
const isServed = async (id: string) => (await server.call(`GET /images/${id}/960.webp`)).status === 200;

/** Two days later, as far as the purge is concerned. */
async function purgeLater(): Promise<void> {
  const purge = () => purgeImages({ db: server.db, images: openImageStore(server.config) });
  await purge();
  await server.db
    .updateTable('images')
    .set({ unused_since: fromNow(-25 * hour) })
    .where('unused_since', 'is not', null)
    .execute();
  await purge();
}

describe('a picture in the text of an article', () => {
  it('is shown in every size and format, with its own size and caption', async () => {
    const id = await uploaded();
    const { status, body } = await create(`Before.\n\n${shows(id, ' "Sold in May"')}\n\nAfter.`);
    expect(status).toBe(200);
    const [figure = ''] = /<figure>.*<\/figure>/s.exec(await page(body.slug)) ?? [];
    expect(figure).toContain(`<source type="image/avif" srcset="/images/${id}/480.avif 480w`);
    expect(figure).toMatch(/<img [^>]*width="600" height="6" alt="A sold sign" loading="lazy">/);
    expect(figure).toContain('<figcaption>Sold in May</figcaption>');
    expect(await isServed(id)).toBe(true);
  });

  it('is shown in the preview before anything is saved', async () => {
    const id = await uploaded();
    const { body } = await server.call('POST /api/articles/preview', { token, body: { text: shows(id) } });
    expect(body.html).toContain(`<figure><picture><source type="image/avif" srcset="/images/${id}/480.avif`);
  });

  it.each([
    ['that nobody uploaded', async () => newId()],
    ['of another kind', async () => uploaded('/api/testimonials/image')],
  ])('is left out when it is one %s', async (_name, make) => {
    const id = await make();
    const { status, body } = await create(shows(id));
    expect(status).toBe(200);
    expect(await page(body.slug)).not.toContain(id);
  });

  it('survives the purge in the text and in former versions, until the article is deleted', async () => {
    const [former, present, unused] = [await uploaded(), await uploaded(), await uploaded()];
    const { body } = await create(shows(former));
    expect((await change(body._id, shows(present))).status).toBe(200);
    await purgeLater();
    expect([await isServed(former), await isServed(present), await isServed(unused)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await server.call(`DELETE /api/articles/${body._id}`, { token })).status).toBe(200);
    await purgeLater();
    expect([await isServed(former), await isServed(present)]).toEqual([false, false]);
  });

  it('and the purge never pass each other: what is shown is there', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await uploaded();
      await server.db
        .updateTable('images')
        .set({ unused_since: fromNow(-25 * hour) })
        .where('id', '=', id)
        .execute();
      const [{ status, body }] = await Promise.all([
        create(shows(id)),
        purgeImages({ db: server.db, images: openImageStore(server.config) }),
      ]);
      const isShown = status === 200 && (await page(body.slug)).includes(`/images/${id}/`);
      expect(isShown).toBe(await isServed(id));
    }
  });
});
