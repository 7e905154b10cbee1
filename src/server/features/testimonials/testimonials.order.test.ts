import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;
const ids: string[] = [];

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'Stan Staff' });
  for (const name of ['One', 'Two', 'Three', 'Four']) ids.push(await create(name));
});
afterAll(() => server.stop());

async function create(name: string): Promise<string> {
  const body = { name, testimonial: `Words of ${name}.` };
  return (await server.call('POST /api/testimonials', { token, body })).body._id;
}
const put = (body: unknown, as: string | undefined = token) =>
  server.call('PUT /api/testimonials/order', { token: as, body });
const listed = async (query = ''): Promise<string[]> =>
  (await server.call(`GET /api/testimonials${query}`)).body.map(({ _id }: { _id: string }) => _id);
const inCarousel = () => listed('?order=carousel');
const shuffled = () => [ids[2], ids[0], ids[3], ids[1]].map(String);

describe('PUT /api/testimonials/order', () => {
  it('puts the carousel into order and answers it; the list stays newest first', async () => {
    expect(await inCarousel()).toEqual(ids.toReversed());
    await server.call('GET /');
    const { status, body } = await put({ ids: shuffled() });
    expect(status).toBe(200);
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual(shuffled());
    expect(await inCarousel()).toEqual(shuffled());
    expect(await listed()).toEqual(ids.toReversed());
    const page: string = (await server.call('GET /testimonials')).body;
    const places = ['Three', 'One', 'Four', 'Two'].map((name) => page.indexOf(`Words of ${name}.`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it('leaves at the front what it does not name, such as what was added meanwhile', async () => {
    await put({ ids: shuffled() });
    const added = await create('Five');
    expect(await inCarousel()).toEqual([added, ...shuffled()]);
    await put({ ids: shuffled().toReversed() });
    expect(await inCarousel()).toEqual([added, ...shuffled().toReversed()]);
    await put({ ids: [] });
    expect(await inCarousel()).toEqual([added, ...ids.toReversed()]);
    await server.call(`DELETE /api/testimonials/${added}`, { token });
  });

  it('leaves versions alone: no editor has a conflict', async () => {
    const before = await server.call(`GET /api/testimonials/${ids[0]}`);
    await put({ ids: shuffled() });
    const after = await server.call(`GET /api/testimonials/${ids[0]}`);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it.each([
    ['no ids', () => ({}), 'Ids are required'],
    ['no list', () => ({ ids: 'x' }), 'Ids are required'],
    ['what is no text', () => ({ ids: [7] }), 'Ids must be text'],
    [
      'the same one twice',
      () => ({ ids: [ids[0], ids[0]] }),
      'Ids must name testimonials that are there, each once',
    ],
    ['one that is gone', () => ({ ids: [newId()] }), 'Ids must name testimonials that are there, each once'],
    ['what is no id', () => ({ ids: ['\0'] }), 'Ids must name testimonials that are there, each once'],
    ['more than there can be', () => ({ ids: Array(1001).fill('x') }), 'Ids are too many'],
  ])('rejects %s', async (_, body, msg) => {
    await put({ ids: shuffled() });
    expect(await put(body())).toMatchObject({ status: 400, body: { msg } });
    expect(await inCarousel()).toEqual(shuffled());
  });

  it('ends with one of the orders when several people save at once', async () => {
    const orders = [shuffled(), shuffled().toReversed(), ids, ids.toReversed()];
    const answers = await Promise.all(orders.map((order) => put({ ids: order })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(orders).toContainEqual(await inCarousel());
  });

  it('is for signed-in people, and on record', async () => {
    expect((await put({ ids }, 'dead')).status).toBe(401);
    await put({ ids });
    const last = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(last).toMatchObject({ actor_name: 'Stan Staff', action: 'testimonials.reordered' });
  });
});

it('GET /api/testimonials knows two orders', async () => {
  expect(await listed('?order=newest')).toEqual(await listed());
  const { status, body } = await server.call('GET /api/testimonials?order=price');
  expect({ status, msg: body.msg }).toEqual({ status: 400, msg: 'Order is not known' });
});

describe('GET /api/testimonials', () => {
  it('comes a page at a time on request, newest first', async () => {
    const all = await listed();
    const { headers } = await server.call('GET /api/testimonials?limit=1');
    const next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const rest = next.replace('/api/testimonials', '').replace('limit=1', 'limit=1000');
    expect([...(await listed('?limit=1')), ...(await listed(rest))]).toEqual(all);
    expect(all.length).toBeGreaterThan(3);
  });

  it('comes in the order of the carousel as far as asked for, without a next page', async () => {
    const { headers, body } = await server.call('GET /api/testimonials?order=carousel&limit=2');
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual((await inCarousel()).slice(0, 2));
    expect(headers.get('link')).toBeNull();
    const rejected = await server.call('GET /api/testimonials?order=carousel&cursor=x');
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });
});
