import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { closingBody, made } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { contactRequest, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { FileEntry, Finding } from '../../../shared/compliance/compliance.contract.ts';
import { findingLabel } from '../../../shared/compliance/finding-labels.ts';
import { addDays, formatDay, today } from '../../../shared/dates.ts';
import { day, minute } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { carryOutLeavings } from './leaving.service.ts';

/** docs/product.md P24.16: leaving is one act. */

let server: TestServer;
let admin: Person;
let officer: Person;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' });
  admin = await broker(server);
  officer = await person(server, { compliance: true, name: 'Cora Compliance' });
});
afterAll(() => server.stop());

const inDays = (days: number) => addDays(today(), days);
const path = ({ id }: { id: string }) => `/api/compliance/members/${id}/leaving`;
const leave = (who: { id: string }, given: object = {}, by: { token: string } = admin) =>
  server.call(`POST ${path(who)}`, {
    token: by.token,
    body: { on: today(), reason: 'Moves to Nevada', ...given },
  });
const leaves = (who: { id: string }, given: object = {}) =>
  made(server, admin, `POST ${path(who)}`, { on: today(), reason: 'Moves to Nevada', ...given });
const look = (who: { id: string }) => made(server, admin, `GET ${path(who)}`);
const file = ({ id }: { id: string }) => made(server, admin, `GET /api/compliance/members/${id}`);
const stateOf = async ({ id }: { id: string }) => (await made(server, admin, `GET /api/users/${id}`)).state;
const stepsOf = async ({ id }: { id: string }) =>
  server.db
    .selectFrom('onboarding_steps')
    .select(['title', 'due_on'])
    .where('user_id', '=', id)
    .where('plan', '=', 'off')
    .execute();
const agreementOf = async ({ id }: { id: string }) =>
  server.db
    .selectFrom('agreements')
    .select(['state', 'ended_on', 'ended_reason'])
    .where('user_id', '=', id)
    .executeTakeFirst();
const actionsOn = async ({ id }: { id: string }) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const ownedBy = async ({ id }: { id: string }) =>
  (await server.db.selectFrom('contact_requests').select('email').where('owner_id', '=', id).execute())
    .length;
const subjectsTo = async (email: string) =>
  (
    await server.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject);

let members = 0;
/** Their agreement is in force. */
async function member(): Promise<Person> {
  members += 1;
  const license = String(1_800_000 + members).padStart(8, '0');
  const who = await person(server, { name: completeAnswers.name });
  await joinedLead(server, admin.token, { email: who.email }, { ...completeAnswers, license });
  return who;
}

async function ownLead(owner: Person): Promise<void> {
  const body = contactRequest();
  await made(server, admin, 'POST /api/contact', body);
  await server.db
    .updateTable('contact_requests')
    .set({ owner_id: owner.id })
    .where('email', '=', body.email)
    .execute();
}

beforeAll(async () => {
  await made(server, admin, 'PUT /api/onboarding/templates/off', {
    steps: [{ title: 'Return the lockbox key', who: 'member', dueDays: 3, page: null }],
  });
});

describe('someone who leaves today', () => {
  it('is seen first with what is open', async () => {
    const who = await member();
    const closing = await made(server, who, 'POST /api/my-closings', closingBody());
    await made(server, admin, 'POST /api/dues', {
      member: who.id,
      label: 'Signs',
      reason: 'Two yard signs',
      amount: 4_000,
      due: inDays(10),
    });
    expect(await look(who)).toMatchObject({
      _id: who.id,
      name: who.name,
      on: null,
      agreement: { version: 1 },
      closings: { count: 1, newest: [{ _id: closing._id, state: 'reported' }] },
      dues: { count: 1, amount: 4_000 },
      pages: 0,
      leads: 0,
      noticeDays: 10,
    });
    expect((await look(who)).heirs.map(({ _id }: { _id: string }) => _id)).toContain(admin.id);
  });

  it('leaves in one act: agreement, notice, steps, leads and account', async () => {
    const who = await member();
    await server.db.updateTable('users').set({ recruiting: true }).where('id', '=', who.id).execute();
    await ownLead(who);
    const heir = await person(server, { recruiting: true, name: 'Hugo Heir' });
    await made(server, who, 'POST /api/my-closings', closingBody());
    expect(await leaves(who, { leadsTo: heir.id })).toMatchObject({
      on: today(),
      agreement: null,
      closings: { count: 1 },
      leads: 0,
    });
    expect(await agreementOf(who)).toEqual({
      state: 'ended',
      ended_on: today(),
      ended_reason: 'Moves to Nevada',
    });
    const { findings, left } = await file(who);
    expect(left).toBe(today());
    expect(findings.map((finding: Finding) => [finding.state, findingLabel(finding)])).toContainEqual([
      'due',
      `Notice of leaving due ${formatDay(inDays(10))}`,
    ]);
    expect(await stepsOf(who)).toEqual([{ title: 'Return the lockbox key', due_on: inDays(3) }]);
    expect(await ownedBy(heir)).toBe(1);
    expect(await stateOf(who)).toBe('suspended');
    expect((await server.call('GET /api/auth', { token: who.token })).status).toBe(401);
    expect(await actionsOn(who)).toEqual(
      expect.arrayContaining(['member.leaving', 'agreement.ended', 'user.suspended']),
    );
    const left1 = `${who.name} left on ${formatDay(today())}`;
    expect(await subjectsTo(officer.email)).toContain(left1);
    expect((await textsTo(server, officer.email)).at(-1)).toContain(
      `The notice of leaving must be with the DRE by ${formatDay(inDays(10))}.`,
    );
    expect((await textsTo(server, heir.email)).at(-1)).toContain('1 lead of theirs: yours now.');
    expect(await subjectsTo(who.email)).toContain(
      `You left ${server.parts.config.brokerage.name} on ${formatDay(today())}`,
    );
    expect(await subjectsTo(admin.email)).not.toContain(left1);
  });

  it('is discharged for cause on an earlier day, with both notices from then on', async () => {
    const who = await member();
    await leaves(who, { on: inDays(-11), forCause: true });
    const { findings } = await file(who);
    expect(findings.map(({ kind, state }: Finding) => `${kind} ${state}`)).toEqual([
      'discharge wrong',
      'leaving wrong',
    ]);
    expect(await agreementOf(who)).toMatchObject({ state: 'ended', ended_on: inDays(-11) });
  });

  it('can be withdrawn, and everything else stays as it is', async () => {
    const who = await member();
    await leaves(who);
    const { entries } = await file(who);
    const { _id } = entries.find(({ details }: FileEntry) => details.kind === 'left');
    await made(server, admin, `POST /api/compliance/entries/${_id}/withdraw`, { reason: 'A mistake' });
    expect((await file(who)).left).toBeNull();
    expect(await stateOf(who)).toBe('suspended');
    expect(await agreementOf(who)).toMatchObject({ state: 'ended' });
  });
});

describe('someone who leaves on a day to come', () => {
  it('works until then, and has left on that day', async () => {
    const who = await member();
    const heir = await person(server, { recruiting: true });
    await server.db.updateTable('users').set({ recruiting: true }).where('id', '=', who.id).execute();
    await ownLead(who);
    await leaves(who, { on: inDays(10), leadsTo: heir.id });
    await carryOutLeavings(server.parts);
    expect(await stateOf(who)).toBe('active');
    expect(await agreementOf(who)).toMatchObject({ state: 'in-force' });
    expect(await ownedBy(heir)).toBe(0);
    expect(await stepsOf(who)).toEqual([{ title: 'Return the lockbox key', due_on: inDays(13) }]);
    expect((await look(who)).on).toBe(inDays(10));
    const told = await made(server, who, 'GET /api/notifications');
    expect(told.map(({ excerpt }: { excerpt: string }) => excerpt)).toContain(
      `You are noted as leaving on ${formatDay(inDays(10))}.`,
    );
    const on = inDays(10);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + 10 * day);
      await carryOutLeavings(server.parts);
      await carryOutLeavings(server.parts);
    } finally {
      vi.useRealTimers();
    }
    expect(await stateOf(who)).toBe('suspended');
    expect(await agreementOf(who)).toEqual({ state: 'ended', ended_on: on, ended_reason: 'Moves to Nevada' });
    expect(await ownedBy(heir)).toBe(1);
    expect((await actionsOn(who)).filter((action) => action === 'user.suspended')).toHaveLength(1);
  });

  it('is called off by withdrawing the day, and who was told is told', async () => {
    const who = await member();
    await leaves(who, { on: inDays(5) });
    const entries = `/api/compliance/members/${who.id}/entries`;
    const moved = await server.call(`POST ${entries}`, {
      token: admin.token,
      body: { kind: 'left', on: inDays(6), forCause: false },
    });
    expect(moved).toMatchObject({
      status: 400,
      body: {
        msg: `They leave on ${formatDay(inDays(5))}, and their account is suspended then. Withdraw that day first`,
      },
    });
    const { _id } = (await file(who)).entries.find(({ details }: FileEntry) => details.kind === 'left');
    const withdraw = (by: Person) =>
      server.call(`POST /api/compliance/entries/${_id}/withdraw`, {
        token: by.token,
        body: { reason: 'Stays' },
      });
    expect(await withdraw(officer)).toMatchObject({
      status: 403,
      body: { msg: 'An admin calls off a planned leaving. Ask one to withdraw this day' },
    });
    const other = await person(server, { admin: true });
    const setBack = (by: number) =>
      server.db
        .updateTable('sessions')
        .set({ created_at: fromNow(-by) })
        .where('user_id', '=', other.id)
        .execute();
    await setBack(16 * minute);
    expect(await withdraw(other)).toMatchObject({ status: 400, body: { confirm: expect.any(Object) } });
    await setBack(0);
    expect((await withdraw(other)).status).toBe(200);
    expect(await stepsOf(who)).toEqual([]);
    expect(await look(who)).toMatchObject({ on: null, agreement: { version: 1 } });
    expect(await subjectsTo(admin.email)).toContain(`${who.name} does not leave on ${formatDay(inDays(5))}`);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + 6 * day);
      await carryOutLeavings(server.parts);
    } finally {
      vi.useRealTimers();
    }
    expect(await stateOf(who)).toBe('active');
  });

  it('is told to who gets the leads when it is noted, also before there are any, and called off for who was told', async () => {
    const who = await member();
    const heir = await person(server, { recruiting: true, name: 'Hugo Heir' });
    const coordinator = await person(server, { coordinator: true });
    const { _id } = await made(server, who, 'POST /api/my-closings', closingBody());
    const on = inDays(7);
    await leaves(who, { on, leadsTo: heir.id });
    expect((await textsTo(server, heir.email)).at(-1)).toContain(
      'Their leads are yours from that day on. They have none now.',
    );
    await made(server, admin, `POST /api/closings/${_id}/fell-through`, {
      reason: 'The buyer left',
      charges: [],
    });
    const left = (await file(who)).entries.find(({ details }: FileEntry) => details.kind === 'left');
    await made(server, admin, `POST /api/compliance/entries/${left._id}/withdraw`, { reason: 'Stays' });
    const stays = `${who.name} does not leave on ${formatDay(on)}`;
    for (const told of [heir, coordinator, officer])
      expect((await subjectsTo(told.email)).filter((subject) => subject === stays)).toHaveLength(1);
  });

  it('keeps on record who has decided that another admin leaves', async () => {
    const other = await person(server, { admin: true });
    await leaves(other, { on: inDays(1) });
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + day);
      await carryOutLeavings(server.parts);
    } finally {
      vi.useRealTimers();
    }
    const events = await server.db
      .selectFrom('security_log')
      .select(['detail', 'user_id'])
      .where('event', '=', 'approver.dropped')
      .execute();
    expect(events).toContainEqual({ detail: `admin rights: user ${other.id}, suspended`, user_id: admin.id });
  });

  it('stays while no one else is an admin who can sign in', async () => {
    const apart = await testServer({ RATE_LIMITS: 'off' });
    try {
      const [first, second] = [await person(apart, { admin: true }), await person(apart, { admin: true })];
      const suspendedAt = async ({ id }: Person) =>
        (
          await apart.db
            .selectFrom('users')
            .select('suspended_at')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).suspended_at;
      const body = { on: inDays(1), reason: 'Retires' };
      await made(apart, first, `POST ${path(second)}`, body);
      await apart.db.updateTable('users').set({ admin: false }).where('id', '=', first.id).execute();
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        vi.setSystemTime(Date.now() + day);
        await carryOutLeavings(apart.parts);
        expect(await suspendedAt(second)).toBeNull();
        await apart.db.updateTable('users').set({ admin: true }).where('id', '=', first.id).execute();
        await carryOutLeavings(apart.parts);
      } finally {
        vi.useRealTimers();
      }
      expect(await suspendedAt(second)).not.toBeNull();
    } finally {
      await apart.stop();
    }
  });
});

describe('what is refused', () => {
  it.each([
    [{ on: 'soon' }, 'on', 'Leaving date must be a date'],
    [{ reason: ' ' }, 'reason', 'Reason is required'],
    [{ on: addDays(today(), 400) }, 'on', 'The day must be within a year'],
    [{ on: addDays(today(), -400) }, 'on', 'The end date must be within the last year'],
    [{ leadsTo: 'Hugo' }, 'leadsTo', 'Leads must go to a user'],
  ])('%o', async (given, field, msg) => {
    const who = await member();
    expect(await leave(who, given)).toMatchObject({ status: 400, body: { errors: [{ field, msg }] } });
    expect((await look(who)).on).toBeNull();
    expect(await stateOf(who)).toBe('active');
  });

  it('a day before they joined, and leads for someone who may not recruit', async () => {
    const who = await member();
    await made(server, admin, `POST /api/compliance/members/${who.id}/entries`, {
      kind: 'joined',
      on: inDays(-3),
    });
    expect(await leave(who, { on: inDays(-4) })).toMatchObject({
      status: 400,
      body: { msg: `The day must not be before they joined, ${formatDay(inDays(-3))}` },
    });
    for (const leadsTo of [who.id, officer.id, newId()])
      expect(await leave(who, { leadsTo })).toMatchObject({
        status: 400,
        body: { msg: 'Leads must go to someone else with the right to recruiting' },
      });
  });

  it('a second time', async () => {
    const who = await member();
    await leaves(who, { on: inDays(2) });
    expect(await leave(who, { on: inDays(3) })).toMatchObject({
      status: 400,
      body: {
        msg: `${who.name} is noted as leaving on ${formatDay(inDays(2))} already. Withdraw that day in their file to change it`,
      },
    });
  });

  it('oneself, the last admin, no one, and without the right', async () => {
    const other = await person(server, { admin: true });
    expect(await leave(admin, {}, admin)).toMatchObject({
      status: 403,
      body: { msg: 'This is your own account. Another admin has to note that you leave.' },
    });
    await leaves(other);
    const missing = { id: newId() };
    expect(await leave(missing)).toMatchObject({ status: 404, body: { msg: 'Member not found' } });
    expect((await server.call(`GET ${path(missing)}`, { token: admin.token })).status).toBe(404);
    const who = await member();
    for (const by of [who, officer]) expect((await leave(who, {}, by)).status).toBe(403);
    expect((await server.call(`POST ${path(who)}`, { body: { on: today(), reason: 'x' } })).status).toBe(401);
    expect(await stateOf(who)).toBe('active');
  });

  it('the last active admin', async () => {
    const apart = await testServer();
    try {
      const only = await person(apart, { admin: true });
      const answer = await apart.call(`POST ${path(only)}`, {
        token: only.token,
        body: { on: today(), reason: 'Retires' },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { msg: 'The last active admin cannot be suspended. Make someone else an admin first.' },
      });
    } finally {
      await apart.stop();
    }
  });
});
