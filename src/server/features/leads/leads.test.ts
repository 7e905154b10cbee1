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

const missing = '0190a0b0-0000-7000-8000-000000000000';
let people = 0;

const lead = async (given: object = {}) => {
  const email = `lead${++people}@example.com`;
  const body = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100', email, ...given };
  expect((await server.call('POST /api/contact', { body })).status).toBe(200);
  const spam = 'website' in given;
  return (await server.call(`GET /api/leads?spam=${spam}&search=${email}`, { token })).body[0];
};
const list = async (query: string) => (await server.call(`GET /api/leads?${query}`, { token })).body;

describe('leads', () => {
  it('are the contact requests, newest first, with the state of their mail', async () => {
    const first = await lead();
    const second = await lead({ firstName: 'Ana' });
    expect(second).toMatchObject({ firstName: 'Ana', status: 'new', spam: false, mail: 'waiting', notes: 0 });
    expect((await list('limit=2')).map(({ _id }: { _id: string }) => _id)).toEqual([second._id, first._id]);
    expect((await server.call(`GET /api/leads/${first._id}`, { token })).body).toEqual(first);
  });

  it('are paged', async () => {
    await lead({ lastName: 'Paged' });
    await lead({ lastName: 'Paged' });
    const first = await server.call('GET /api/leads?limit=1&search=paged', { token });
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await server.call(`GET ${next}`, { token });
    expect(second.body).toHaveLength(1);
    expect(second.body[0]._id).not.toBe(first.body[0]._id);
    expect(second.headers.get('link')).toBeNull();
  });

  it('are paged oldest first, too', async () => {
    const made = [await lead({ lastName: 'Turned' }), await lead({ lastName: 'Turned' })];
    const first = await server.call('GET /api/leads?limit=1&search=turned&sort=date', { token });
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await server.call(`GET ${next}`, { token });
    expect([...first.body, ...second.body]).toEqual(made);
    expect((await server.call('GET /api/leads?sort=name', { token })).body.errors).toEqual([
      { msg: 'Sort must be date or -date', field: 'sort' },
    ]);
  });

  it('are found by any word of name, phone or email, with nothing treated as a pattern', async () => {
    const { _id } = await lead({ firstName: 'Quentin', lastName: 'O%_Hara-Ödön', phone: '555-0177' });
    for (const search of ['quentin', 'hara quen', '0177', '%25_', 'ödön', 'ÖDÖN']) {
      expect((await list(`search=${search}`)).map((found: { _id: string }) => found._id)).toEqual([_id]);
    }
    expect(await list('search=quentin+nobody')).toEqual([]);
    expect((await list('search=quentin+z')).map((found: { _id: string }) => found._id)).toEqual([_id]);
    expect(await list(`search=quentin+${encodeURIComponent('家')}`)).toEqual([]);
  });

  it('change their status, which goes on record', async () => {
    const { _id } = await lead();
    const before = (await server.call('GET /api/leads/new-count', { token })).body.count;
    const updated = await server.call(`PATCH /api/leads/${_id}`, { token, body: { status: 'contacted' } });
    expect(updated.body).toMatchObject({ _id, status: 'contacted', spam: false });
    expect((await server.call('GET /api/leads/new-count', { token })).body.count).toBe(before - 1);
    expect((await list('status=contacted'))[0]._id).toBe(_id);
    const audit = await server.call('GET /api/audit?action=lead.updated', { token });
    expect(audit.body[0]).toMatchObject({
      actor: { name: 'Ada Admin' },
      object: { _id, name: 'Lee Dunn' },
      details: 'status: new → contacted',
    });
  });

  it('of robots are in the spam folder, and can be fetched from there', async () => {
    const robot = await lead({ website: 'https://spam.example' });
    expect(robot).toMatchObject({ spam: true, mail: null });
    const rescued = await server.call(`PATCH /api/leads/${robot._id}`, { token, body: { spam: false } });
    expect(rescued.body.spam).toBe(false);
    expect((await list('limit=1'))[0]._id).toBe(robot._id);
  });

  it('have notes with their authors, newest first', async () => {
    const { _id } = await lead();
    await server.call(`POST /api/leads/${_id}/notes`, { token, body: { text: 'Called, no answer' } });
    const { body } = await server.call(`POST /api/leads/${_id}/notes`, {
      token,
      body: { text: 'Will come by' },
    });
    expect(body).toMatchObject([
      { text: 'Will come by', author: 'Ada Admin' },
      { text: 'Called, no answer', author: 'Ada Admin' },
    ]);
    expect((await server.call(`GET /api/leads/${_id}/notes`, { token })).body).toEqual(body);
    expect((await server.call(`GET /api/leads/${_id}`, { token })).body.notes).toBe(2);
  });

  it('are deleted with their notes and their mail', async () => {
    const { _id, email } = await lead();
    const mails = server.db.selectFrom('mails').select('id').where('reply_to', '=', email);
    expect(await mails.execute()).toHaveLength(1);
    await server.call(`POST /api/leads/${_id}/notes`, { token, body: { text: 'x' } });
    expect((await server.call(`DELETE /api/leads/${_id}`, { token })).body).toEqual({ msg: 'Lead deleted' });
    expect((await server.call(`GET /api/leads/${_id}`, { token })).status).toBe(404);
    expect(await mails.execute()).toEqual([]);
  });

  it('keep both of two changes at once', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { _id } = await lead({ website: 'https://robot.example' });
      const change = (body: object) => server.call(`PATCH /api/leads/${_id}`, { token, body });
      await Promise.all([change({ status: 'contacted' }), change({ spam: false })]);
      const { body } = await server.call(`GET /api/leads/${_id}`, { token });
      expect(body).toMatchObject({ status: 'contacted', spam: false });
    }
  });

  it('are deleted once by two admins at once', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { _id } = await lead();
      const remove = () => server.call(`DELETE /api/leads/${_id}`, { token });
      const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 404]);
    }
  });

  it('leave a record when they are exported, and none when nothing was', async () => {
    const record = async () =>
      (await server.db.selectFrom('audit_log').select('id').where('action', '=', 'lead.exported').execute())
        .length;
    const before = await record();
    expect((await server.call('HEAD /api/leads/export', { token })).status).toBe(404);
    expect(await record()).toBe(before);
    await server.call('GET /api/leads/export', { token });
    expect(await record()).toBe(before + 1);
  });

  it('are all exported, as UTF-8 that a spreadsheet recognizes, each once and newest first', async () => {
    const row = (number: number) => ({
      id: newId(),
      first_name: `Bulk ${number}`,
      last_name: 'Ñandú',
      phone: '555-0100',
      email: `bulk${number}@example.com`,
      status: 'new' as const,
      spam: false,
      overflow: false,
      mail_id: null,
      // Ten at the same time, across every border of a batch.
      created_at: new Date(1_700_000_000_000 + Math.floor(number / 10) * 1000).toISOString(),
    });
    const rows = Array.from({ length: 2503 }, (_, number) => row(number));
    for (let from = 0; from < rows.length; from += 500) {
      await server.db
        .insertInto('contact_requests')
        .values(rows.slice(from, from + 500))
        .execute();
    }
    const answer = await fetch(`${server.url}/api/leads/export?search=bulk`, {
      headers: { 'x-auth-token': token },
    });
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.subarray(0, 3)).toEqual(Buffer.from('efbbbf', 'hex'));
    const lines = file.toString().trimEnd().split('\r\n').slice(1);
    const numbers = lines.map((line) => Number(/"Bulk (\d+)","Ñandú"/.exec(line)?.[1]));
    expect(numbers).toEqual(rows.map((_, index) => rows.length - 1 - index));
    const record = await server.db
      .selectFrom('audit_log')
      .select('object_name')
      .where('action', '=', 'lead.exported')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(record?.object_name).toBe('2,503 leads');
  });

  it('are not exported while no audit event can be recorded', async () => {
    await server.db.schema.alterTable('audit_log').renameTo('audit_elsewhere').execute();
    try {
      const answer = await server.call('GET /api/leads/export', { token });
      expect(answer).toMatchObject({ status: 500, body: { msg: 'Server error' } });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    } finally {
      await server.db.schema.alterTable('audit_elsewhere').renameTo('audit_log').execute();
    }
  });

  it('are exported without what a spreadsheet would execute', async () => {
    await lead({ firstName: '=cmd|calc', lastName: 'Export "quoted"' });
    const { status, headers, body } = await server.call('GET /api/leads/export?search=export', { token });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
    const [header, line] = body.split('\r\n');
    expect(header).toBe('"Date","First name","Last name","Phone","Email","Status"');
    expect(line).toContain(`"'=cmd|calc","Export ""quoted"""`);
  });
});

describe('the calls on leads', () => {
  const calls = (id: string) => [
    { key: 'GET /api/leads' },
    { key: 'GET /api/leads/new-count' },
    { key: 'GET /api/leads/export' },
    { key: `GET /api/leads/${id}` },
    { key: `PATCH /api/leads/${id}`, body: { status: 'closed' } },
    { key: `DELETE /api/leads/${id}` },
    { key: `GET /api/leads/${id}/notes` },
    { key: `POST /api/leads/${id}/notes`, body: { text: 'x' } },
  ];

  it('are for admins', async () => {
    const { _id } = await lead();
    const member = await makeToken(server.db);
    for (const { key, body } of calls(_id)) {
      expect({ key, status: (await server.call(key, { body })).status }).toEqual({ key, status: 401 });
      expect({ key, status: (await server.call(key, { token: member, body })).status }).toEqual({
        key,
        status: 403,
      });
    }
    expect((await server.call(`GET /api/leads/${_id}`, { token })).body.status).toBe('new');
  });

  it('answer 404 where there is no such lead', async () => {
    for (const { key, body } of [...calls(missing).slice(3), ...calls('nonsense').slice(3)]) {
      expect(await server.call(key, { token, body })).toMatchObject({
        status: 404,
        body: { msg: 'Lead not found' },
      });
    }
  });

  it.each([
    ['GET /api/leads?status=lost', undefined],
    ['GET /api/leads?spam=maybe', undefined],
    ['PATCH', { status: 'lost' }],
    ['PATCH', { spam: 'true' }],
    ['POST', { text: ' ' }],
  ])('refuse %s %j', async (key, body) => {
    const { _id } = await lead();
    const path = { PATCH: `PATCH /api/leads/${_id}`, POST: `POST /api/leads/${_id}/notes` }[key] ?? key;
    const answer = await server.call(path, { token, body });
    expect(answer.status).toBe(400);
    expect((await server.call(`GET /api/leads/${_id}`, { token })).body).toMatchObject({
      status: 'new',
      notes: 0,
    });
  });
});
