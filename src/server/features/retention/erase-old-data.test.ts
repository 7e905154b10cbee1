import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { databaseAway } from '../../../../test/database-away.ts';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';
import { eraseOldData } from './erase-old-data.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await testServer();
  admin = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const monthsAgo = (months: number, days = 0): string => {
  const moment = new Date();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  moment.setUTCDate(moment.getUTCDate() - days);
  return moment.toISOString();
};
const erase = () => eraseOldData(server);
const erasures = async () => {
  const { body } = await server.call('GET /api/audit?action=personal-data.erased', { token: admin });
  return body.map(({ object }: { object: { name: string } }) => object.name);
};

describe('personal data', () => {
  let people = 0;
  const lead = async (created_at: string) => {
    const email = `lead${++people}@example.com`;
    const fields = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100', email };
    expect((await server.call('POST /api/contact', { body: fields })).status).toBe(200);
    const row = server.db.updateTable('contact_requests').set({ created_at }).where('email', '=', email);
    const { id, mail_id } = await row.returningAll().executeTakeFirstOrThrow();
    await server.call(`POST /api/leads/${id}/notes`, { token: admin, body: { text: 'Called back' } });
    await server.call(`PATCH /api/leads/${id}`, { token: admin, body: { status: 'contacted' } });
    return { id, mail_id: mail_id ?? '' };
  };
  const has = async (table: 'contact_requests' | 'mails' | 'users' | 'audit_log', id: string) =>
    (await server.db.selectFrom(table).select('id').where('id', '=', id).execute()).length === 1;

  it('of contact requests is erased at 22 months, with notes and mails, and that is on record', async () => {
    const old = await lead(monthsAgo(22, 1));
    const young = await lead(monthsAgo(21));
    await erase();
    expect(await has('contact_requests', old.id)).toBe(false);
    expect(await has('mails', old.mail_id)).toBe(false);
    expect(await has('contact_requests', young.id)).toBe(true);
    expect(await has('mails', young.mail_id)).toBe(true);
    const notes = await server.db.selectFrom('lead_notes').select('lead_id').execute();
    expect(notes).toEqual([{ lead_id: young.id }]);
    expect(await erasures()).toEqual(['1 lead']);
    const auditEvents = server.db
      .selectFrom('audit_log')
      .select('object_name')
      .where('action', '=', 'lead.updated');
    const names = (await auditEvents.orderBy('id').execute()).map((event) => event.object_name);
    expect(names).toEqual(['(erased)', 'Lee Dunn']);
    await erase();
    expect(await erasures()).toHaveLength(1);
  });

  it('of a lead goes with its first request; the newest of the person becomes the lead as it stands', async () => {
    const first = await lead(monthsAgo(23));
    const later = await lead(monthsAgo(2));
    const last = await lead(monthsAgo(1));
    const linked = await lead(monthsAgo(1));
    await server.call(`POST /api/leads/${first.id}/link`, { token: admin, body: { other: linked.id } });
    const join = server.db.updateTable('contact_requests').set({ joined_to: first.id });
    await join.where('id', 'in', [later.id, last.id]).execute();
    await server.call(`PATCH /api/leads/${first.id}`, { token: admin, body: { status: 'appointment' } });
    await erase();
    expect(await has('contact_requests', first.id)).toBe(false);
    const get = async (id: string) => (await server.call(`GET /api/leads/${id}`, { token: admin })).body;
    expect(await get(last.id)).toMatchObject({
      status: 'appointment',
      mergedInto: null,
      requests: 1,
      linked: 1,
    });
    expect(await get(linked.id)).toMatchObject({ linked: 1 });
    expect(await get(later.id)).toMatchObject({ mergedInto: last.id });
  });

  it('of accounts is erased when they were not used for 22 months, but never the last admin', async () => {
    const user = (fields: object) => makeUser(server.db, fields);
    const old = monthsAgo(22, 1);
    const dormant = await person(server, { last_sign_in_at: old, created_at: old });
    const write = { token: dormant.token, body: { text: 'Open house' } };
    const post = (await server.call('POST /api/posts', write)).body._id;
    const others = (await server.call('POST /api/posts', { ...write, token: admin })).body._id;
    await server.call(`POST /api/posts/comment/${others}`, write);
    const neverCame = await user({ created_at: old, password_hash: null });
    const cameBack = await user({ last_sign_in_at: monthsAgo(21), created_at: old });
    await server.db.updateTable('users').set({ created_at: old }).where('admin', '=', true).execute();
    const before = await erasures();
    await erase();
    expect(await has('users', dormant.id)).toBe(false);
    expect((await server.call(`GET /api/posts/${post}`, { token: admin })).status).toBe(404);
    const { body } = await server.call(`GET /api/posts/${others}`, { token: admin });
    expect(body.comments).toMatchObject([{ user: null, name: 'Former member' }]);
    expect(await has('users', neverCame.id)).toBe(false);
    expect(await has('users', cameBack.id)).toBe(true);
    expect((await server.call('GET /api/auth', { token: admin })).status).toBe(200);
    expect(await erasures()).toEqual([...Array(2).fill('1 account that no one used'), ...before]);
  });

  it('in mails is erased after 90 days, waiting ones at 22 months', async () => {
    const mail = async (state: 'sent' | 'failed' | 'waiting', created_at: string) => {
      const id = newId();
      const fields = { recipient: 'ana@example.com', subject: 'Hello', text: 'x', attempts: 0 };
      await server.db
        .insertInto('mails')
        .values({ id, ...fields, state, created_at, next_attempt_at: created_at })
        .execute();
      return id;
    };
    const gone = [
      await mail('sent', monthsAgo(0, 91)),
      await mail('failed', monthsAgo(0, 91)),
      await mail('waiting', monthsAgo(22, 1)),
    ];
    const remaining = [await mail('sent', monthsAgo(0, 89)), await mail('waiting', monthsAgo(21))];
    // A lead's mail shows whether the office was notified, so it stays as long as the lead.
    const { id, mail_id } = await lead(monthsAgo(4));
    await server.db
      .updateTable('mails')
      .set({ state: 'sent', created_at: monthsAgo(4) })
      .where('id', '=', mail_id)
      .execute();
    await erase();
    for (const id of gone) expect(await has('mails', id)).toBe(false);
    for (const id of remaining) expect(await has('mails', id)).toBe(true);
    expect((await server.call(`GET /api/leads/${id}`, { token: admin })).body.mail).toBe('sent');
  });

  it('in the audit log is erased at 22 months', async () => {
    const event = async (created_at: string) => {
      const id = newId();
      const words = {
        actor_name: 'Ann',
        action: 'lead.deleted',
        object_name: 'Lee Dunn',
        details: '',
      } as const;
      await server.db
        .insertInto('audit_log')
        .values({ id, object_id: id, created_at, ...words })
        .execute();
      return id;
    };
    const [old, young] = [await event(monthsAgo(22, 1)), await event(monthsAgo(21))];
    await erase();
    expect(await has('audit_log', old)).toBe(false);
    expect(await has('audit_log', young)).toBe(true);
  });

  it('in reports is erased at 22 months, when they were decided about', async () => {
    const { token } = await person(server);
    const report = async (created_at: string, resolved_at: string | null) => {
      const { body } = await server.call('POST /api/posts', { token: admin, body: { text: 'Open house' } });
      const details = { reason: 'other', details: 'She lives at 5 Elm Street' };
      await server.call(`POST /api/posts/report/${body._id}`, { token, body: details });
      const row = server.db.updateTable('reports').set({ created_at, resolved_at });
      const { id } = await row.where('post_id', '=', body._id).returning('id').executeTakeFirstOrThrow();
      return id;
    };
    await report(monthsAgo(22, 1), monthsAgo(22));
    // Undecided reports are still to be handled.
    const remaining = [await report(monthsAgo(22, 1), null), await report(monthsAgo(21), monthsAgo(21))];
    await erase();
    const reports = await server.db.selectFrom('reports').select('id').execute();
    expect(reports.map(({ id }) => id).sort()).toEqual(remaining.sort());
  });

  it('of several accounts makes open feeds read anew once', async () => {
    const reloads = async () =>
      (await server.db.selectFrom('feed_events').select('position').where('kind', '=', 'reload').execute())
        .length;
    const before = await reloads();
    for (let count = 0; count < 3; count++) await makeUser(server.db, { created_at: monthsAgo(22, 1) });
    await erase();
    expect(await reloads()).toBe(before + 1);
  });

  it('is erased once when several processes do it at once', async () => {
    await lead(monthsAgo(22, 1));
    await lead(monthsAgo(22, 1));
    await makeUser(server.db, { created_at: monthsAgo(22, 1) });
    const before = (await erasures()).length;
    await Promise.all([erase(), erase(), erase()]);
    const recorded: string[] = (await erasures()).slice(0, -before || undefined);
    const requests = recorded
      .filter((what) => what.includes('lead'))
      .map((what) => Number.parseInt(what, 10));
    expect(requests.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(recorded.filter((what) => what.includes('account'))).toHaveLength(1);
  });
});

it('erases nothing while the database is away, and does so the next time', async () => {
  const database = await testDatabase();
  const { id } = await makeUser(database.db, { created_at: monthsAgo(22, 1) });
  const users = () => database.db.selectFrom('users').select('id').execute();
  const away = await databaseAway(database);
  try {
    await expect(eraseOldData({ ...server, db: away.db })).rejects.toThrow();
    expect(await users()).toEqual([{ id }]);
    await away.comeBack();
    await eraseOldData({ ...server, db: away.db });
    expect(await users()).toEqual([]);
  } finally {
    await away.close();
    await database.drop();
  }
});
