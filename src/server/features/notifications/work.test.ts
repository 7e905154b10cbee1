import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import {
  approver,
  closingBody,
  coordinator,
  letWork,
  takeStep,
  versionOf,
} from '../../../../test/closings.ts';
import { broker, invitedLead, signature, signedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { contactRequest, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { minute } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { mailOfWork } from './work-emails.service.ts';

let server: TestServer;
let admin: Person;
let clerk: Person;
let recruiter: Person;
let agent: Person;
beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  admin = await broker(server);
});
beforeEach(async () => {
  clerk = await coordinator(server);
  recruiter = await person(server, { recruiting: true });
  agent = await person(server, { name: 'Ann Lee' });
});
afterAll(() => server.stop());

const by = ({ token }: { token: string }, key: string, body?: unknown) => server.made(key, { token, body });
const workOf = async (who: Person): Promise<Notification[]> =>
  (await by(who, 'GET /api/notifications?limit=100')).filter(({ event }: Notification) => event);
const eventsOf = async (who: Person) => (await workOf(who)).map(({ event }) => event);
const report = (given: object = {}, who = agent): Promise<{ _id: string }> =>
  by(who, 'POST /api/my-closings', closingBody(given));

/** The emails of this person after the ten minutes, but those that go out at once. */
async function emailsTo(who: Person): Promise<string[]> {
  const before = (await textsTo(server, who.email)).length;
  await server.db
    .updateTable('notifications')
    .set({ mail_due_at: fromNow(-minute) })
    .where('user_id', '=', who.id)
    .where('mail_due_at', 'is not', null)
    .execute();
  await Promise.all([mailOfWork(server.parts), mailOfWork(server.parts)]);
  return (await textsTo(server, who.email)).slice(before);
}

describe('a report of a closing', () => {
  it('is told to all with the right, by the person, the property and the amount, and opens the closing', async () => {
    const { _id } = await report();
    expect(await workOf(clerk)).toMatchObject([
      {
        kind: 'closing',
        event: 'reported',
        object: _id,
        person: 'Ann Lee',
        excerpt: '12 Ocean View Dr, Malibu, $21,250 commission',
        read: false,
      },
    ]);
    expect(await eventsOf(admin)).toContain('reported');
    const [email, ...others] = await emailsTo(clerk);
    expect(others).toEqual([]);
    expect(email).toContain('Ann Lee reported a closing: 12 Ocean View Dr, Malibu, $21,250 commission');
    expect(email).toContain(`${server.config.brokerage.baseUrl}/dashboard/admin/closings/${_id}`);
    expect(await emailsTo(clerk)).toEqual([]);
  });

  it('is not told to members, to who has no right to closings, and to whom the deal pays', async () => {
    const [member, partner, own] = [
      await person(server),
      await coordinator(server),
      await coordinator(server),
    ];
    await report({ coAgents: [{ user: partner.id, rate: 10_00 }] }, own);
    for (const who of [member, recruiter, partner, own]) {
      expect(await eventsOf(who)).toEqual([]);
      expect(await emailsTo(who)).toEqual([]);
    }
  });

  it('of both sides is one', async () => {
    await report({ bothSides: true, otherSide: { by: 'rate', rate: 2_50 } });
    expect(await eventsOf(clerk)).toEqual(['reported']);
  });

  it('is not emailed before ten minutes are over, and several are one email then', async () => {
    await report();
    await report({ property: 'https://evil.example' });
    await mailOfWork(server.parts);
    expect(await textsTo(server, clerk.email)).toEqual([]);
    const [email, ...others] = await emailsTo(clerk);
    expect(others).toEqual([]);
    expect(email).toContain('These wait for you in the office');
    expect(email).toContain('Ann Lee reported a closing: $21,250 commission');
    expect(email).not.toContain('evil');
    expect(email?.match(/\/dashboard\/admin\/closings\//g)).toHaveLength(2);
  });

  it('is not emailed to who has read it or wants none, and both still see it', async () => {
    const other = await coordinator(server);
    expect(await by(other, 'GET /api/notifications/emails')).toEqual([{ area: 'closings', wanted: true }]);
    await by(other, 'PUT /api/notifications/emails', { area: 'closings', wanted: false });
    await report();
    const [news] = await workOf(clerk);
    await by(clerk, 'PUT /api/notifications/read', { until: news?.date });
    expect([await emailsTo(clerk), await emailsTo(other)]).toEqual([[], []]);
    expect(await eventsOf(other)).toEqual(['reported']);
    await by(other, 'PUT /api/notifications/emails', { area: 'closings', wanted: true });
    await report();
    expect(await emailsTo(other)).toHaveLength(1);
  });

  it('is neither shown nor emailed once the right is lost', async () => {
    await report();
    const { name, email } = clerk;
    await by(admin, `PUT /api/users/${clerk.id}`, { name, email, coordinator: false });
    expect(await emailsTo(clerk)).toEqual([]);
    expect(await eventsOf(clerk)).toEqual([]);
  });
});

describe('a closing that goes from hand to hand', () => {
  it('tells those who must act next, and not who acted', async () => {
    const boss = await approver(server);
    await letWork(server, agent.id);
    const { _id } = await report();
    await by(clerk, `POST /api/closings/${_id}/ask`, { text: 'Which escrow?' });
    await by(agent, `PUT /api/my-closings/${_id}`, closingBody({ holderName: 'Bay Escrow' }));
    await takeStep(server, boss, _id, 'approved');
    expect(await eventsOf(clerk)).toEqual(['approved', 'corrected', 'reported']);
    expect(await eventsOf(boss)).toEqual(['corrected', 'reported']);
    await by(agent, `POST /api/my-closings/${_id}/ask`, { text: 'Another file number' });
    expect((await eventsOf(boss))[0]).toBe('change-asked');
    await emailsTo(clerk);
    const version = await versionOf(server, boss, _id);
    await by(boss, `POST /api/closings/${_id}/withdraw`, { reason: 'The price fell', version });
    expect(await eventsOf(clerk)).toEqual(['withdrawn', 'change-asked', 'approved', 'corrected', 'reported']);
    expect(await eventsOf(boss)).toEqual(['change-asked', 'corrected', 'reported']);
    // Approvers had emails about both at once.
    expect((await emailsTo(boss)).join()).not.toMatch(/withdrawn|asks for/);
    expect((await emailsTo(clerk)).join()).toContain('has a closing whose approval was withdrawn');
  });

  it('tells its agent the property and their part, and leads them to it', async () => {
    const boss = await approver(server);
    const partner = await person(server);
    for (const { id } of [agent, partner]) await letWork(server, id);
    const { _id } = await report({ coAgents: [{ user: partner.id, rate: 40_00 }] });
    await takeStep(server, boss, _id, 'approved');
    const partOf = async (who: Person) =>
      `Your part is ${formatMoney((await by(who, `GET /api/my-closings/${_id}`)).kept)}.`;
    const [own, shared] = [await partOf(agent), await partOf(partner)];
    expect(own).not.toBe(shared);
    const texts = await textsTo(server, agent.email);
    expect(texts.at(-1)).toContain('Your closing is approved: 12 Ocean View Dr, Malibu.');
    expect(texts.at(-1)).toContain(own);
    expect((await textsTo(server, partner.email)).at(-1)).toContain(shared);
    const [news] = await by(agent, 'GET /api/notifications');
    expect(news).toMatchObject({ kind: 'closing', object: _id });
    expect(news.excerpt).toContain(own);
    for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, boss, _id, step);
    expect((await textsTo(server, agent.email)).at(-1)).toContain('Your closing is paid: 12 Ocean View Dr');
  });
});

describe('an inquiry', () => {
  const send = (body: object) => server.call('POST /api/contact', { body });
  const leadOf = async (email: string) => (await by(admin, `GET /api/leads?search=${email}`))[0];

  it('is told to those who recruit, once also when it comes twice at once, and to no one else', async () => {
    const body = { ...contactRequest(), firstName: 'Kim', lastName: 'Ito', phone: '415 555 0100' };
    await Promise.all([send(body), send(body)]);
    const { _id } = await leadOf(body.email);
    expect(await workOf(recruiter)).toMatchObject([
      { kind: 'lead', event: 'wrote', object: _id, person: 'Kim Ito', excerpt: '415 555 0100' },
    ]);
    expect(await eventsOf(clerk)).toEqual([]);
    const emails = await emailsTo(recruiter);
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain('Kim Ito sent an inquiry');
    expect(emails[0]).toContain(`/dashboard/leads/${_id}`);
  });

  it('of a lead with an owner is told to its owner only', async () => {
    const body = { ...contactRequest(), firstName: 'Evil', lastName: 'sign in at https://evil.example' };
    await send(body);
    const { _id } = await leadOf(body.email);
    await by(admin, `PATCH /api/leads/${_id}`, { owner: recruiter.id });
    const other = await person(server, { recruiting: true });
    await send({ ...body, lastName: 'Ito', phone: '415 555 0101' });
    expect(await eventsOf(recruiter)).toEqual(['wrote-again', 'wrote']);
    expect(await eventsOf(other)).toEqual([]);
    const [email] = await emailsTo(recruiter);
    expect(email).toContain('A lead sent an inquiry');
    expect(email).not.toContain('evil');
  });

  it('has license, brokerage, figures and the way to the lead in the email to the office', async () => {
    const body = {
      ...contactRequest(),
      license: '01234567',
      brokerage: 'Split Realty',
      dealsPerYear: '12',
      visit: JSON.stringify({ calculation: 'price=850000&n=12' }),
    };
    await send(body);
    const { _id } = await leadOf(body.email);
    const text = (await textsTo(server, server.config.brokerage.email)).at(-1);
    for (const line of ['License: DRE #01234567', 'Current brokerage: Split Realty', 'Deals per year: 12'])
      expect(text?.split('\n')).toContain(line);
    expect(text).toMatch(/Calculator: \d+ sales of/);
    expect(text).toContain(`${server.config.brokerage.baseUrl}/dashboard/leads/${_id}`);
  });

  it('is forgotten with the lead: its name stands in no notification', async () => {
    const body = { ...contactRequest(), firstName: 'Gone', lastName: 'Soon' };
    await send(body);
    await by(admin, `DELETE /api/leads/${(await leadOf(body.email))._id}`);
    const [news] = await workOf(recruiter);
    expect(news).toMatchObject({ event: 'wrote', excerpt: '' });
    expect(news).not.toHaveProperty('object');
    expect(JSON.stringify(await server.db.selectFrom('notifications').selectAll().execute())).not.toContain(
      'Soon',
    );
    expect(await emailsTo(recruiter)).toEqual([]);
  });
});

describe('an application', () => {
  it('that is signed is told by name to those who decide and countersign, and an answer and a no, too', async () => {
    const { id, token } = await signedLead(server, admin.token);
    expect((await workOf(recruiter))[0]).toMatchObject({
      kind: 'application',
      event: 'signed',
      object: id,
      person: completeAnswers.name,
    });
    expect((await eventsOf(admin))[0]).toBe('signed');
    expect(await eventsOf(clerk)).toEqual([]);
    const office = server.config.brokerage.email;
    expect((await textsTo(server, office)).at(-1)).toContain(
      `${completeAnswers.name} has signed the agreement`,
    );
    await by(admin, `POST /api/joining/applications/${id}/question`, { text: 'Since when?' });
    await server.made('POST /api/join/reply', { body: { token, text: 'Since May' } });
    expect((await eventsOf(recruiter))[0]).toBe('answered');
    await server.made('POST /api/join/decline', { body: { token } });
    expect((await eventsOf(recruiter))[0]).toBe('said-no');
    const [email] = await emailsTo(recruiter);
    expect(email).toContain(`/dashboard/applications/${id}`);
  });

  it('that is signed by two calls at once is told once, and never to the applicant', async () => {
    const own = await person(server, { recruiting: true });
    const applicant = await invitedLead(server, admin.token, { email: own.email });
    const body = await signature(server, applicant, { ...completeAnswers, license: '01230001' });
    const answers = await Promise.all([1, 2].map(() => server.call('POST /api/join/sign', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await eventsOf(recruiter)).filter((event) => event === 'signed')).toHaveLength(1);
    expect((await eventsOf(own)).filter((event) => event === 'signed')).toEqual([]);
  });
});
