import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactRequest, type Person, person, webhookFields } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { Lead, LeadEvent } from '../../../shared/leads/leads.contract.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { sendLeadDigests } from './lead-reminders.ts';

let server: TestServer;
let admin: Person;
let others: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Ada Admin' });
  others = await person(server, { recruiting: true, name: 'Rose Recruiter' });
});
afterAll(() => server.stop());

const yesterday = officeDay(fromNow(-day));

async function leadOf({ id }: Person): Promise<Lead> {
  const body = contactRequest();
  await server.made('POST /api/contact', { body });
  const [lead] = await server.made(`GET /api/leads?search=${body.email}`, { token: admin.token });
  const changes = { owner: id, status: 'contacted', nextStep: { text: 'Call', on: yesterday } };
  return server.made(`PATCH /api/leads/${lead._id}`, { token: admin.token, body: changes });
}

const read = (id: string): Promise<Lead> => server.made(`GET /api/leads/${id}`, { token: others.token });
const lineOfOwner = async (id: string) => {
  const lines: LeadEvent[] = await server.made(`GET /api/leads/${id}/events`, { token: others.token });
  return lines.filter(({ kind }) => kind === 'owner').map(({ text, author }) => `${text} (${author})`);
};
const audited = async (id: string) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'details'])
      .where('object_id', '=', id)
      .where('details', 'like', 'owner:%')
      .orderBy('id')
      .execute()
  ).map(({ actor_name, details }) => `${details} (${actor_name})`);
const change = ({ id, name, email }: Person, rights: object, by = server) =>
  by.made(`PUT /api/users/${id}`, { token: admin.token, body: { name, email, ...rights } });

describe('the leads of someone who may not recruit any more', () => {
  it('are without owner at once, with a line in their log and the audit log', async () => {
    const who = await person(server, { recruiting: true, compliance: true, name: 'Rita Leaving' });
    const lead = await leadOf(who);
    await change(who, { recruiting: false });
    expect(await read(lead._id)).toMatchObject({
      owner: null,
      nextStep: { text: 'Call' },
      status: 'contacted',
    });
    expect(await lineOfOwner(lead._id)).toEqual([
      'Rita Leaving → nobody (Ada Admin)',
      'nobody → Rita Leaving (Ada Admin)',
    ]);
    expect(await audited(lead._id)).toEqual(['owner: Rita Leaving → nobody (Ada Admin)']);
    const { overdue } = await server.made('GET /api/leads/today', { token: others.token });
    expect(overdue.leads.map(({ _id }: Lead) => _id)).toContain(lead._id);
  });

  it.each([
    ['lowered', (who: Person) => change(who, { admin: false })],
    ['suspended', ({ id }: Person) => server.made(`POST /api/users/${id}/suspend`, { token: admin.token })],
    ['deleted', ({ id }: Person) => server.made(`DELETE /api/users/${id}`, { token: admin.token })],
    [
      'erased',
      ({ email }: Person) =>
        server.made('POST /api/personal-data/erasure', { token: admin.token, body: { email } }),
    ],
    [
      'deleted by themselves',
      ({ token }: Person) =>
        server.made('DELETE /api/profile', { token, body: { password: 'a password for tests' } }),
    ],
  ])('are without owner when the admin is %s', async (_, end) => {
    const who = await person(server, { admin: true, name: 'Gil Gone' });
    const lead = await leadOf(who);
    await end(who);
    expect((await read(lead._id)).owner).toBeNull();
    expect(await lineOfOwner(lead._id)).toHaveLength(2);
  });

  it('are told to webhooks that follow leads', async () => {
    const who = await person(server, { recruiting: true });
    const lead = await leadOf(who);
    const { webhook } = await server.made('POST /api/webhooks', {
      token: admin.token,
      body: { ...webhookFields, events: ['lead.updated'] },
    });
    await change(who, { recruiting: false });
    const deliveries = await server.db
      .selectFrom('webhook_deliveries')
      .select(['lead_id', 'payload'])
      .where('webhook_id', '=', webhook._id)
      .execute();
    expect(deliveries.map(({ lead_id, payload }) => [lead_id, JSON.parse(payload).data.owner])).toEqual([
      [lead._id, null],
    ]);
  });

  it('stay with an admin who is lowered and keeps the right', async () => {
    const who = await person(server, { admin: true, recruiting: true });
    const lead = await leadOf(who);
    await change(who, { admin: false });
    expect((await read(lead._id)).owner?._id).toBe(who.id);
    await change(who, { recruiting: false });
    expect((await read(lead._id)).owner).toBeNull();
  });

  it('are reminded of no longer, and come back with the right as little as by an undo', async () => {
    const who = await person(server, { recruiting: true });
    const lead = await leadOf(who);
    const { _id: undo } = await server.made('POST /api/leads/bulk', {
      token: admin.token,
      body: { ids: [lead._id], changes: { owner: others.id } },
    });
    const kept = await leadOf(who);
    await change(who, { recruiting: false });
    await sendLeadDigests(server.parts, Date.parse(`${officeDay(new Date().toISOString())}T20:00:00Z`));
    const mails = server.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', who.email)
      .where('subject', 'like', 'Your leads today%');
    expect(await mails.execute()).toEqual([]);
    const undone = { token: admin.token };
    expect(await server.made(`POST /api/leads/bulk/${undo}/undo`, undone)).toMatchObject({ changed: 1 });
    expect((await read(lead._id)).owner).toBeNull();
    await change(who, { recruiting: true });
    expect((await read(kept._id)).owner).toBeNull();
  });

  it('is none, whichever of assigning and taking the right comes first on two servers', async () => {
    const second = await secondServer(server);
    try {
      for (let round = 0; round < 8; round++) {
        const who = await person(server, { recruiting: true });
        const { _id } = await leadOf(others);
        const [assigned] = await Promise.all([
          second.call(`PATCH /api/leads/${_id}`, { token: others.token, body: { owner: who.id } }),
          change(who, { recruiting: false }),
        ]);
        expect([200, 400]).toContain(assigned.status);
        expect((await read(_id)).owner?._id).toBe(assigned.status === 200 ? undefined : others.id);
      }
    } finally {
      await second.stop();
    }
  });
});
