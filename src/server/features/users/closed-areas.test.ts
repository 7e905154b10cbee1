import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingBody, nameApprover } from '../../../../test/closings.ts';
import { contactRequest, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day, hour } from '../../../shared/time.ts';
import { type RightColumn, rightNames, rights } from '../../../shared/users/rights.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { claimDueMail, queueMail } from '../../platform/mail/queue-mail.ts';
import { remindOfPromises } from '../closings/remind-of-promises.ts';
import { alertOfWaitingLeads, sendLeadDigests } from '../leads/lead-reminders.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const change = ({ id, name, email }: Person, held: object) =>
  server.made(`PUT /api/users/${id}`, { token: admin.token, body: { name, email, ...held } });

/** As another process takes or gives it, at the moment at which a mail or a notification is made. */
const set = ({ id }: Person, held: Partial<Record<RightColumn | 'admin', boolean>>) =>
  server.db.updateTable('users').set(held).where('id', '=', id).execute();

const later = () =>
  server.db
    .updateTable('mails')
    .set({ next_attempt_at: fromNow(day) })
    .execute();

const areasOfMails = async ({ id }: Person) =>
  (
    await server.db
      .selectFrom('mails')
      .select('area')
      .where('user_id', '=', id)
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now())
      .where('area', 'is not', null)
      .execute()
  ).map(({ area }) => area);

const news = async ({ token }: Person): Promise<string[]> =>
  (await server.made('GET /api/notifications?limit=100', { token })).map(
    ({ kind }: { kind: string }) => kind,
  );
const unread = async ({ token }: Person) =>
  (await server.made('GET /api/notifications/unread-count', { token })).count;

async function lateLead(owner: Person): Promise<void> {
  const body = contactRequest();
  await server.made('POST /api/contact', { body });
  const [lead] = await server.made(`GET /api/leads?search=${body.email}`, { token: admin.token });
  const nextStep = { text: 'Call', on: officeDay(fromNow(-day)) };
  await server.made(`PATCH /api/leads/${lead._id}`, {
    token: admin.token,
    body: { owner: owner.id, nextStep },
  });
  await server.db
    .updateTable('contact_requests')
    .set({ waiting_since: fromNow(-14 * day) })
    .where('id', '=', lead._id)
    .execute();
}

async function latePayment(): Promise<void> {
  const agent = await person(server);
  const { _id } = await server.made('POST /api/my-closings', { token: agent.token, body: closingBody() });
  await server.db.updateTable('closings').set({ promise_due: '2026-01-02' }).where('id', '=', _id).execute();
}

describe('an email to staff that waits', () => {
  it.each(rightNames)(
    'about %s is not sent to who has lost that right, whatever others they have',
    async (area) => {
      const { column } = rights[area];
      const all = { recruiting: true, coordinator: true, compliance: true, content: true };
      const who = await person(server, all);
      await later();
      const id = await inTransaction(server.db, (transaction) =>
        queueMail(transaction, { to: who.email, subject: 'Look', text: 'Look' }, { userId: who.id, area }),
      );
      await set(who, { [column]: false });
      expect(await claimDueMail(server.db)).toBeUndefined();
      await set(who, { admin: true });
      expect(await claimDueMail(server.db)).toMatchObject({ id });
    },
  );

  it('ends with the right to its area, and with no other', async () => {
    const who = await person(server, { recruiting: true, coordinator: true });
    await nameApprover(server, who.id);
    await later();
    await lateLead(who);
    await latePayment();
    await alertOfWaitingLeads(server.parts);
    await sendLeadDigests(server.parts, Date.parse(`${officeDay(now())}T20:00:00Z`));
    await remindOfPromises(server.parts);
    expect((await areasOfMails(who)).toSorted()).toEqual(['closings', 'recruiting', 'recruiting']);
    await change(who, { recruiting: false });
    expect(await areasOfMails(who)).toEqual(['closings']);
    await change(who, { coordinator: false });
    expect(await areasOfMails(who)).toEqual([]);
  });

  it('to admins is for admins', async () => {
    const who = await person(server, { admin: true, recruiting: true });
    await later();
    await change(await person(server), { content: true });
    expect(await areasOfMails(who)).toEqual(['admin']);
    await set(who, { admin: false });
    await server.db
      .updateTable('mails')
      .set({ next_attempt_at: fromNow(hour) })
      .where((e) => e.or([e('user_id', '!=', who.id), e('user_id', 'is', null), e('area', 'is', null)]))
      .execute();
    expect(await claimDueMail(server.db)).toBeUndefined();
  });
});

describe('a notification about an area', () => {
  it('of content is neither shown nor counted without the right', async () => {
    const who = await person(server, { content: true });
    await server.made('PUT /api/site/publishing', {
      token: admin.token,
      body: { articles: 'members', testimonials: 'review' },
    });
    const member = await person(server);
    const body = { name: 'Dana', testimonial: 'Paid the next day.' };
    await server.made('POST /api/testimonials', { token: member.token, body });
    expect([await news(who), await unread(who)]).toEqual([['review'], 1]);
    await change(who, { content: false });
    expect([await news(who), await unread(who)]).toEqual([[], 0]);
  });

  it('of closings is neither, while news of their own closings stay', async () => {
    const who = await person(server, { coordinator: true });
    await nameApprover(server, who.id);
    await latePayment();
    await remindOfPromises(server.parts);
    const own = await server.made('POST /api/my-closings', { token: who.token, body: closingBody() });
    const ask = { token: admin.token, body: { text: 'Which escrow?' } };
    await server.made(`POST /api/closings/${own._id}/ask`, ask);
    expect([(await news(who)).length, await unread(who)]).toEqual([3, 3]);
    await change(who, { coordinator: false });
    expect([await news(who), await unread(who)]).toEqual([['closing'], 1]);
  });
});
