import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

let people = 0;
const call = (key: string, body?: unknown) => server.call(key, { token, body });
const read = async (path: string) => {
  const { status, body } = await call(`GET /api/leads${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const lead = async (given: object = {}) => {
  const names = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100' };
  const email = `links${++people}@example.com`;
  expect((await call('POST /api/contact', { ...names, email, ...given })).status).toBe(200);
  const [made] = await read(`?search=${email}`);
  return made;
};
const leads = async (lastName: string) => {
  const [a, b, c] = [
    await lead({ firstName: 'Ada', lastName }),
    await lead({ firstName: 'Bea', lastName }),
    await lead({ firstName: 'Cy', lastName }),
  ];
  return { a: a._id as string, b: b._id as string, c: c._id as string };
};
const link = (id: string, other: string) => call(`POST /api/leads/${id}/link`, { other });
const unlink = (id: string, other: string) => call(`POST /api/leads/${id}/unlink`, { other });
const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);
const linkedTo = async (...of: string[]) => {
  const rows = await server.db
    .selectFrom('contact_requests')
    .select(['id', 'linked_to'])
    .where('id', 'in', of)
    .execute();
  return of.map((id) => rows.find((row) => row.id === id)?.linked_to);
};

describe('linked leads', () => {
  it('are listed and counted as one, by the first that the filter finds, and stay leads of their own', async () => {
    const counts = async () => {
      const stages: { status: string; count: number }[] = await read('/stages');
      const countOf = (status: string) => stages.find((stage) => stage.status === status)?.count ?? 0;
      return [countOf('new'), countOf('contacted'), (await read('/new-count')).count];
    };
    const { a, b, c } = await leads('Listed');
    const [before = 0] = await counts();
    expect((await link(a, b)).body).toMatchObject({ _id: a, linked: 1, requests: 0 });
    expect((await link(c, b)).body).toMatchObject({ _id: c, linked: 2 });
    expect(await linkedTo(a, b, c)).toEqual([c, c, null]);
    expect(ids(await read('?search=listed'))).toEqual([c]);
    expect(ids(await read('?search=bea+listed'))).toEqual([b]);
    expect(ids(await read(`/${a}/linked`))).toEqual([c, b]);
    expect(await counts()).toEqual([before - 2, 0, before - 2]);
    await call(`PATCH /api/leads/${b}`, { status: 'contacted' });
    expect(await counts()).toEqual([before - 2, 1, before - 2]);
    expect(ids(await read('?search=listed&status=contacted'))).toEqual([b]);
    expect((await read('/today')).waiting.leads.map(({ _id }: { _id: string }) => _id)).toEqual(
      expect.arrayContaining([a, c]),
    );
    const csv = (await call('GET /api/leads/export?search=listed')).body;
    expect(csv.match(/Listed/g)).toHaveLength(3);
    const [event] = await read(`/${a}/events`);
    expect(event).toMatchObject({
      kind: 'linked',
      author: 'Ada Admin',
      text: expect.stringContaining('Bea Listed'),
    });
    const audit = (await call('GET /api/audit?action=lead.linked')).body;
    expect(audit.map(({ object }: { object: { _id: string } }) => object._id).sort()).toEqual(
      [a, b, b, c].sort(),
    );
  });

  it('are one over the pages of a list', async () => {
    const { a, b, c } = await leads('Paged');
    await link(a, b);
    const first = await call('GET /api/leads?search=paged&limit=1');
    expect(ids(first.body)).toEqual([c]);
    const cursor = first.headers.get('link')?.match(/cursor=([^&>]+)/)?.[1];
    const second = await call(`GET /api/leads?search=paged&limit=1&cursor=${cursor}`);
    expect([ids(second.body), second.headers.get('link')]).toEqual([[a], null]);
  });

  it('are linked once, never with themselves, an inquiry of a lead, or one that is not there', async () => {
    const { a, b, c } = await leads('Refused');
    const [{ email }] = await read('?search=cy+refused');
    await lead({ email });
    const [inquiry] = await read(`/${c}/requests`);
    await call(`PATCH /api/leads/${b}`, { spam: true });
    expect((await link(a, b)).status).toBe(200);
    const answers = [
      await link(b, a),
      await link(a, a.toUpperCase()),
      await link(a, inquiry._id),
      await link(inquiry._id, a),
      await link(a, newId()),
      await unlink(a, c),
      await unlink(a, a),
    ];
    expect(answers.map(({ status, body }) => [status, body.msg])).toEqual([
      [400, 'These leads are linked already'],
      [400, 'Choose another lead'],
      [400, 'This request belongs to another lead of the same person'],
      [400, 'This request belongs to another lead of the same person'],
      ...Array(3).fill([404, 'Lead not found']),
    ]);
  });

  it('have the oldest of the others as the first when the first is unlinked or deleted', async () => {
    const { a, b, c } = await leads('Starred');
    await link(a, c);
    await link(a, b);
    expect((await unlink(c, a)).body).toMatchObject({ _id: c, linked: 1 });
    expect(await linkedTo(a, b, c)).toEqual([null, null, b]);
    await link(a, b);
    expect(await linkedTo(a, b, c)).toEqual([null, a, a]);
    expect((await call(`DELETE /api/leads/${a}`)).status).toBe(200);
    expect(await linkedTo(b, c)).toEqual([null, b]);
    await unlink(b, c);
    expect(await linkedTo(b, c)).toEqual([null, null]);
    expect(await read(`/${b}/linked`)).toEqual([]);
  });
});
