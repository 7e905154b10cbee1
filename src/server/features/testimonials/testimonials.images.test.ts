import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;
let first: { id: string; url: string };
let second: { id: string; url: string };

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
  const photo = Buffer.from(await plainImage().jpeg().toBuffer());
  first = (await upload(server, token, photo)).body;
  second = (await upload(server, token, photo)).body;
});
afterAll(() => server.stop());

const words = { name: 'Ana Agent', testimonial: 'I keep what I earn.' };
const post = (picture: object) =>
  server.call('POST /api/testimonials', { token, body: { ...words, ...picture } });
const patch = (id: string, body: object) => server.call(`PATCH /api/testimonials/${id}`, { token, body });
const unknown = (field: string) => ({
  status: 400,
  body: { errors: [{ msg: 'Image is not known', field }], msg: 'Image is not known' },
});
const pictureOf = ({ body }: { body: { image_id: unknown; image_url: unknown } }) => [
  body.image_id,
  body.image_url,
];

describe('a new testimonial', () => {
  it('accepts a picture that was uploaded, by its id, with or without its address', async () => {
    expect(pictureOf(await post({ image_id: first.id }))).toEqual([first.id, first.url]);
    const both = await post({ image_id: first.id, image_url: first.url });
    expect(pictureOf(both)).toEqual([first.id, first.url]);
    expect((await server.call(`GET /api/testimonials/${both.body._id}`)).body).toEqual(both.body);
    expect((await server.call('GET /api/testimonials')).body[0]).toEqual(both.body);
  });

  it('has none where none is given', async () => {
    for (const none of [{}, { image_id: null }, { image_url: null }, { image_id: '', image_url: '' }]) {
      expect(pictureOf(await post(none))).toEqual([null, null]);
    }
  });

  it.each([
    ['an id of nothing', () => ({ image_id: newId() }), 'image_id'],
    ['what is no id', () => ({ image_id: '../secret' }), 'image_id'],
    ['an id in capitals', () => ({ image_id: first.id.toUpperCase() }), 'image_id'],
    ['an address elsewhere', () => ({ image_url: 'https://example.com/a.jpg' }), 'image_url'],
    ['an address alone', () => ({ image_url: first.url }), 'image_url'],
    ['the address of another', () => ({ image_id: first.id, image_url: second.url }), 'image_url'],
    ['an address of script', () => ({ image_id: first.id, image_url: 'javascript:alert(1)' }), 'image_url'],
    ['an address without a picture', () => ({ image_id: null, image_url: first.url }), 'image_url'],
  ])('rejects %s', async (_, picture, field) => {
    const before = (await server.call('GET /api/testimonials')).body;
    expect(await post(picture())).toMatchObject(unknown(field));
    expect((await server.call('GET /api/testimonials')).body).toEqual(before);
  });

  it('rejects a picture that was made for something else', async () => {
    const id = newId();
    const moment = new Date().toISOString();
    await server.db
      .insertInto('images')
      .values({ id, kind: 'cover', width: 9, height: 9, created_at: moment, unused_since: moment })
      .execute();
    expect(await post({ image_id: id })).toMatchObject(unknown('image_id'));
  });
});

describe('a changed testimonial', () => {
  it('keeps its picture when the field is left out', async () => {
    const { body } = await post({ image_id: first.id });
    for (const change of [{ name: 'Another Name' }, {}, { image_id: '', image_url: '' }]) {
      expect(pictureOf(await patch(body._id, change))).toEqual([first.id, first.url]);
    }
  });

  it('gets another one, on the landing page too', async () => {
    const { body } = await post({ image_id: first.id });
    await server.call('GET /');
    expect(pictureOf(await patch(body._id, { image_id: second.id }))).toEqual([second.id, second.url]);
    expect((await server.call('GET /')).body).toContain(second.url);
    const asOldClientsDo = await patch(body._id, { ...words, image_id: first.id, image_url: first.url });
    expect(pictureOf(asOldClientsDo)).toEqual([first.id, first.url]);
  });

  it.each([{ image_id: null }, { image_url: null }, { image_id: null, image_url: null }])(
    'loses it with %j',
    async (change) => {
      const { body } = await post({ image_id: first.id });
      expect(await patch(body._id, change)).toMatchObject({ status: 200 });
      expect(pictureOf(await server.call(`GET /api/testimonials/${body._id}`))).toEqual([null, null]);
    },
  );

  it('rejects an unknown picture, and stays as it is', async () => {
    const { body } = await post({ image_id: first.id });
    expect(await patch(body._id, { name: 'New', image_id: newId() })).toMatchObject(unknown('image_id'));
    expect(await patch(body._id, { image_url: second.url })).toMatchObject(unknown('image_url'));
    expect((await server.call(`GET /api/testimonials/${body._id}`)).body).toEqual(body);
  });

  it('is on record with what happened to its picture', async () => {
    const { body } = await post({});
    await patch(body._id, { image_id: first.id });
    await patch(body._id, { name: 'New Name' });
    await patch(body._id, { image_id: second.id });
    await patch(body._id, { image_id: second.id });
    await patch(body._id, { image_id: null });
    const rows = await server.db
      .selectFrom('audit_log')
      .select('details')
      .where('object_id', '=', body._id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ details }) => details)).toEqual([
      '',
      'image added',
      '',
      'image replaced',
      '',
      'image removed',
    ]);
  });
});
