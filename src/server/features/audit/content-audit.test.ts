import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { name: 'Stan Staff' });
});
afterAll(() => server.stop());

const auditEventsOn = async (id: string) => {
  const rows = await server.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ actor_name, action, object_name }) => [actor_name, action, object_name]);
};

describe.each([
  {
    thing: 'article',
    path: '/api/articles',
    body: articleBody({ title: 'First' }),
    changes: { title: 'Second' },
  },
  {
    thing: 'testimonial',
    path: '/api/testimonials',
    body: { name: 'First', testimonial: 'Paid within a day.' },
    changes: { name: 'Second' },
  },
])('what staff do with an $thing', ({ thing, path, body, changes }) => {
  it('is on record, by the name the object had', async () => {
    const { _id } = (await server.call(`POST ${path}`, { token, body })).body;
    await server.call(`PATCH ${path}/${_id}`, { token, body: changes });
    await server.call(`DELETE ${path}/${_id}`, { token });
    expect(await auditEventsOn(_id)).toEqual([
      ['Stan Staff', `${thing}.created`, 'First'],
      ['Stan Staff', `${thing}.updated`, 'Second'],
      ['Stan Staff', `${thing}.deleted`, 'Second'],
    ]);
  });

  it('is not when it did not happen', async () => {
    const { _id } = (await server.call(`POST ${path}`, { token, body })).body;
    const late = { token, body: changes, headers: { 'if-match': '"v7"' } };
    expect((await server.call(`PATCH ${path}/${_id}`, late)).status).toBe(412);
    expect((await server.call(`PATCH ${path}/${_id}`, { token, body: { name: '', title: '' } })).status).toBe(
      400,
    );
    expect((await server.call(`DELETE ${path}/${_id}`)).status).toBe(401);
    expect(await auditEventsOn(_id)).toHaveLength(1);
  });
});
