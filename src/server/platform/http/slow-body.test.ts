import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/security.md S16.3: a call whose body comes slowly does nothing by a session or token that has ended since. */

let server: TestServer;
let other: Person;
beforeAll(async () => {
  server = await testServer();
  server.parts.slowBody = 0;
  other = await person(server, { admin: true });
});
afterAll(() => server.stop());

/** Sends all of a call but the end of its body, and one call of the same token, which is answered after the first was let in. */
async function begin(token: string, path: string, body: object | string, method = 'POST') {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const call = request(server.url + path, {
    method,
    headers: {
      'x-auth-token': token,
      'content-type': typeof body === 'string' ? 'multipart/form-data; boundary=parts' : 'application/json',
      'content-length': Buffer.byteLength(sent),
    },
  });
  const answered = once(call, 'response');
  await new Promise((resolve) => call.write(sent.slice(0, 1), resolve));
  expect((await server.call('GET /api/posts', { token })).status).not.toBe(401);
  return async () => {
    call.end(sent.slice(1));
    const [response] = await answered;
    return [response.statusCode, JSON.parse(await text(response)).msg];
  };
}

const ended = [401, 'Token is not valid'];
const asOther = async (key: string, body?: object) =>
  expect((await server.call(key, { token: other.token, body })).status).toBe(200);

describe('a body that ends after', () => {
  it('the sessions of its sender makes no token', async () => {
    const sender = await person(server, { admin: true });
    const body = { name: 'CRM', scopes: ['leads:read'], days: 90 };
    const finish = await begin(sender.token, '/api/api-tokens', body);
    await asOther(`DELETE /api/users/${sender.id}/sessions`);
    expect(await finish()).toEqual(ended);
    const tokens = server.db.selectFrom('api_tokens').select('id').where('created_by', '=', sender.id);
    expect(await tokens.execute()).toEqual([]);
  });

  it('the suspension of its sender posts nothing', async () => {
    const sender = await person(server);
    const finish = await begin(sender.token, '/api/posts', { text: 'Still here' });
    await asOther(`POST /api/users/${sender.id}/suspend`);
    expect(await finish()).toEqual(ended);
    const posts = server.db.selectFrom('posts').select('id').where('user_id', '=', sender.id);
    expect(await posts.execute()).toEqual([]);
  });

  it('its token was revoked changes nothing', async () => {
    const maker = await person(server, { admin: true });
    const body = { name: 'CRM', scopes: ['leads:write', 'members:read'], days: 90 };
    const { apiToken, token } = await server.made('POST /api/api-tokens', { token: maker.token, body });
    const lead = { firstName: 'Ana', lastName: 'Slow', email: 'ana.slow@example.com' };
    const finish = await begin(token, '/api/leads', lead);
    await asOther(`DELETE /api/api-tokens/${apiToken._id}`);
    expect(await finish()).toEqual(ended);
    const leads = server.db.selectFrom('contact_requests').select('id').where('email', '=', lead.email);
    expect(await leads.execute()).toEqual([]);
  });

  it('the lowering of its sender makes them no admin again, and one that ends after a suspension wakes no account', async () => {
    for (const [key, change, method, path] of [
      ['PUT /api/users', { admin: false }, 'PUT', ''],
      ['POST /api/users', undefined, 'POST', '/reactivate'],
    ] as const) {
      server.parts.slowBody = Number.POSITIVE_INFINITY;
      const { id, name, email, token } = await person(server, { admin: true });
      const body = { name, email, admin: true };
      const finish = await begin(token, `/api/users/${id}${path}`, body, method);
      await asOther(change ? `${key}/${id}` : `${key}/${id}/suspend`, change && { name, email, ...change });
      const [status] = await finish();
      expect(status).toBe(change ? 403 : 401);
      server.parts.slowBody = 0;
      const users = server.db.selectFrom('users').select(['admin', 'suspended_at']).where('id', '=', id);
      const { admin, suspended_at } = await users.executeTakeFirstOrThrow();
      expect([Boolean(admin), suspended_at === null]).toEqual(change ? [false, true] : [true, false]);
    }
  });

  it('the right to content was taken announces nothing', async () => {
    const { id, name, email, token } = await person(server, { content: true });
    const finish = await begin(token, '/api/posts', { text: 'To all', email: true });
    await asOther(`PUT /api/users/${id}`, { name, email, content: false });
    expect((await finish())[0]).toBe(403);
    const posts = server.db.selectFrom('posts').select('id').where('user_id', '=', id);
    expect(await posts.execute()).toEqual([]);
  });

  it('the suspension of its sender adds no file to theirs', async () => {
    const sender = await person(server);
    const call = { token: sender.token, body: { what: 'w9' } };
    const { entries } = await server.made('POST /api/education/documents', call);
    const head =
      'content-disposition: form-data; name="file"; filename="w9.pdf"\r\ncontent-type: application/pdf';
    const file = `--parts\r\n${head}\r\n\r\n%PDF-1.4\n%%EOF\n\r\n--parts--\r\n`;
    const finish = await begin(sender.token, `/api/education/documents/${entries[0]._id}/file`, file);
    await asOther(`POST /api/users/${sender.id}/suspend`);
    expect(await finish()).toEqual(ended);
    const files = server.db
      .selectFrom('member_file_entries')
      .select('id')
      .where('user_id', '=', sender.id)
      .where('kind', '=', 'file');
    expect(await files.execute()).toEqual([]);
  });

  it('nothing has ended is taken', async () => {
    const sender = await person(server);
    const finish = await begin(sender.token, '/api/posts', { text: 'Still here' });
    expect((await finish())[0]).toBe(200);
  });
});
