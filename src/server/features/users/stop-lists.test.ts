import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyHere } from '../../../../test/receiver.ts';
import {
  apiTokenFields,
  contactRequest,
  type Person,
  person,
  webhookFields,
} from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { claimDueMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { mailResetLink } from '../auth/passwords/password-links.service.ts';
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts';
import { inviteWaiting } from './invite-waiting.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const call = (who: Person, key: string, body?: unknown) => server.call(key, { token: who.token, body });
const lower = ({ id, name, email }: Person) =>
  call(admin, `PUT /api/users/${id}`, { name, email, admin: false });
const stateOf = async (id: string) => (await call(admin, `GET /api/users/bulk/${id}`)).body;

let made = 0;
const csvOf = (count: number) => {
  const rows = Array.from({ length: count }, () => `Nora New,list${++made}@example.com`);
  return ['Name,Email', ...rows].join('\n');
};

async function commit(who: Person, csv: string): Promise<string> {
  return (await server.made('POST /api/users/bulk', { token: who.token, body: { csv } }))._id;
}

describe('a list of invitations', () => {
  it('is stopped by any admin: no more accounts, no more mails, and a file of who was not invited', async () => {
    const maker = await person(server, { admin: true });
    const csv = csvOf(50);
    const id = await commit(maker, csv);
    // Half of it is done.
    const rest = server.db
      .updateTable('bulk_invitation_rows')
      .where('list_id', '=', id)
      .where('line', '>', 21);
    await rest.set({ result: 'error' }).execute();
    await inviteWaiting(server.parts);
    await rest.set({ result: 'waiting' }).execute();
    await server.db.updateTable('bulk_invitations').set({ finished_at: null }).where('id', '=', id).execute();
    const before = await stateOf(id);
    const { status, body } = await call(admin, `POST /api/users/bulk/${id}/stop`);
    expect(status).toBe(200);
    expect(before.mails.waiting).toBe(20);
    expect(body.accounts).toMatchObject({ waiting: 0, created: 20, stopped: 30 });
    expect(body.mails).toEqual({ waiting: 0, sent: 0, failed: 0 });
    expect(body.finished).not.toBeNull();
    // Someone who asks for a new password gets no invitation by it.
    const email = csv.split(',').at(2)?.split('\n')[0] ?? '';
    await mailResetLink(server.parts, email);
    const mails = server.db.selectFrom('mails').select('link').where('recipient', '=', email);
    expect([email, await mails.execute()]).toEqual([expect.stringMatching(/^list\d+@/), []]);
    await inviteWaiting(server.parts);
    expect(await stateOf(id)).toEqual(body);
    // Once more changes nothing, and is no second event.
    expect((await call(admin, `POST /api/users/bulk/${id}/stop`)).body).toEqual(body);
    const { body: events } = await call(admin, 'GET /api/audit?action=users.invitations-stopped');
    expect(events.filter(({ object }: { object: { _id: string } }) => object._id === id)).toHaveLength(1);
    const file = (await call(admin, `GET /api/users/bulk/${id}/failed`)).body.trimEnd().split('\r\n');
    expect(file).toHaveLength(51);
    expect(file.at(-1)).toContain('Not invited","The list was stopped"');
    // Committing the list again invites those who were left out.
    const again = await commit(admin, csv);
    await inviteWaiting(server.parts);
    expect((await stateOf(again)).accounts.created).toBe(30);
  });

  it('that is not there cannot be stopped', async () => {
    for (const id of [newId(), 'nonsense']) {
      const { status, body } = await call(admin, `POST /api/users/bulk/${id}/stop`);
      expect([status, body.msg]).toEqual([404, 'List not found']);
    }
  });

  it('whose sender is no admin any more is stopped by the job, too', async () => {
    const maker = await person(server, { admin: true });
    const id = await commit(maker, csvOf(30));
    // As a process of an earlier version does it, or a backup has it.
    await server.db.updateTable('users').set({ admin: false }).where('id', '=', maker.id).execute();
    await inviteWaiting(server.parts);
    expect((await stateOf(id)).accounts).toMatchObject({ created: 0, stopped: 30 });
  });
});

describe('an admin who loses their rights', () => {
  it('leaves webhooks that are off, of which the others are told, and which one of them keeps', async () => {
    const maker = await person(server, { admin: true });
    const { webhook } = (await call(maker, 'POST /api/webhooks', webhookFields)).body;
    expect(webhook.by).toEqual({ _id: maker.id, name: maker.name });
    await lower(maker);
    const off = (await call(admin, `GET /api/webhooks/${webhook._id}`)).body;
    expect(off).toMatchObject({
      enabled: false,
      disabledReason: 'The person who added it is no longer an admin',
      by: { _id: maker.id },
    });
    const mails = await server.db
      .selectFrom('mails')
      .select(['recipient', 'text'])
      .where('subject', 'like', 'A webhook was turned off%')
      .execute();
    expect(mails.map(({ recipient }) => recipient)).toContain(admin.email);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(maker.email);
    // Nothing typed.
    for (const { text } of mails) expect(text).not.toContain(webhook.name);
    // As the email says.
    expect(mails[0]?.text).toContain('Nothing is lost: events wait for 30 days.');
    await server.made('POST /api/contact', { body: contactRequest() });
    const waiting = () => call(admin, `GET /api/webhooks/${webhook._id}`).then(({ body }) => body.waiting);
    expect(await waiting()).toBe(1);
    await deliverWebhooks(server.parts);
    expect(await waiting()).toBe(1);
    const on = (await call(admin, `PATCH /api/webhooks/${webhook._id}`, { enabled: true })).body;
    expect(on).toMatchObject({ enabled: true, disabledReason: null, by: { _id: admin.id } });
    await deliverWebhooks({ ...server.parts, outgoing: onlyHere });
    const { body: sent } = await call(admin, `GET /api/webhooks/${webhook._id}/deliveries`);
    expect(sent).toMatchObject([{ event: 'lead.created', attempts: 1 }]);
    // It does not end with the former one again.
    await call(admin, `DELETE /api/users/${maker.id}`);
    expect((await call(admin, `GET /api/webhooks/${webhook._id}`)).body.enabled).toBe(true);
  });

  it('leaves a webhook off that they have redirected, with another address or other events', async () => {
    for (const changes of [{ url: 'https://elsewhere.example.com/mine' }, { events: ['lead.updated'] }]) {
      const other = await person(server, { admin: true });
      const { webhook } = (await call(admin, 'POST /api/webhooks', webhookFields)).body;
      const path = `/api/webhooks/${webhook._id}`;
      const { name, url, events } = webhook;
      expect((await call(other, `PATCH ${path}`, { name: `${name} 2`, url, events })).body.by._id).toBe(
        admin.id,
      );
      expect((await call(other, `PATCH ${path}`, changes)).body.by._id).toBe(other.id);
      await lower(other);
      expect((await call(admin, `GET ${path}`)).body.enabled).toBe(false);
    }
  });

  it('gets no mail about leads, also one that a process of an earlier version has left', async () => {
    const maker = await person(server, { admin: true });
    await server.db
      .updateTable('mails')
      .set({ next_attempt_at: fromNow(hour) })
      .execute();
    const mail = { to: maker.email, subject: 'A lead waits', text: 'Lee Dunn' };
    const id = await inTransaction(server.db, (transaction) =>
      queueMail(transaction, mail, { userId: maker.id, area: 'admin' }),
    );
    await server.db.updateTable('mails').set({ area: null }).where('id', '=', id).execute();
    await server.db.updateTable('users').set({ admin: false }).where('id', '=', maker.id).execute();
    expect(await claimDueMail(server.db)).toBeUndefined();
    await server.db.updateTable('users').set({ admin: true }).where('id', '=', maker.id).execute();
    expect(await claimDueMail(server.db)).toMatchObject({ id });
  });

  it('makes nothing that lasts at the same moment', async () => {
    const bodies: Record<string, () => object> = {
      'POST /api/api-tokens': () => apiTokenFields,
      'POST /api/webhooks': () => webhookFields,
      'POST /api/users/bulk': () => ({ csv: csvOf(3) }),
    };
    for (const [key, body] of Object.entries(bodies)) {
      const who = await person(server, { admin: true });
      const calls = await Promise.all([
        ...Array.from({ length: 4 }, () => call(who, key, body())),
        lower(who),
        ...Array.from({ length: 4 }, () => call(who, key, body())),
      ]);
      const ended = [200, 401, 403, 429];
      expect(calls.filter(({ status }) => !ended.includes(status))).toEqual([]);
      const tokens = server.db.selectFrom('api_tokens').select('id').where('created_by', '=', who.id);
      expect(await tokens.execute()).toEqual([]);
      const webhooks = server.db
        .selectFrom('webhooks')
        .innerJoin('webhook_makers', 'webhook_makers.webhook_id', 'webhooks.id')
        .select('webhooks.id')
        .where('webhook_makers.user_id', '=', who.id)
        .where('disabled_at', 'is', null);
      expect(await webhooks.execute()).toEqual([]);
      const lists = server.db
        .selectFrom('bulk_invitations')
        .select('id')
        .where('created_by', '=', who.id)
        .where('finished_at', 'is', null);
      expect(await lists.execute()).toEqual([]);
    }
  });
});
