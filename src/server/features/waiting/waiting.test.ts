import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { approver, closingBody, coordinator, letWork, takeStep } from '../../../../test/closings.ts';
import { plainPdf, upload } from '../../../../test/images.ts';
import { broker, signedLead } from '../../../../test/joining.ts';
import { certificateBody, contactRequest, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { Waiting, WaitingThing } from '../../../shared/waiting/waiting.contract.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  admin = await broker(server);
});
afterAll(() => server.stop());

const by = ({ token }: { token: string }, key: string, body?: unknown) => server.made(key, { token, body });
const waitingFor = (who: Person): Promise<Waiting> => by(who, 'GET /api/waiting');
const things = async (who: Person, kind?: WaitingThing['kind']) =>
  (await waitingFor(who)).items.flatMap((item) =>
    item.kind !== 'lead' && (kind === undefined || item.kind === kind) ? [item] : [],
  );
const acts = async (who: Person, id: string) =>
  (await things(who)).filter(({ _id }) => _id === id).map(({ act }) => act);

async function newLead(given: object = {}): Promise<string> {
  const body = { ...contactRequest(), ...given };
  await server.made('POST /api/contact', { body });
  return (await by(admin, `GET /api/leads?search=${body.email}`))[0]._id;
}

describe('what waits', () => {
  it('is of the areas of the reader, and nothing for members', async () => {
    const agent = await person(server, { name: 'Ann Lee' });
    const [clerk, recruiter] = [await coordinator(server), await person(server, { recruiting: true })];
    const { _id } = await by(agent, 'POST /api/my-closings', closingBody());
    const lead = await newLead();
    expect((await things(clerk)).find((item) => item._id === _id)).toMatchObject({
      kind: 'closing',
      name: 'Ann Lee',
      about: '12 Ocean View Dr, Malibu',
      amount: 21_250_00,
      act: 'decide',
      urgency: 'waiting',
    });
    expect((await waitingFor(clerk)).items.some(({ kind }) => kind === 'lead')).toBe(false);
    const { items } = await waitingFor(recruiter);
    expect(items.some((item) => item.kind === 'lead' && item.lead._id === lead)).toBe(true);
    expect(await things(recruiter, 'closing')).toEqual([]);
    expect(await waitingFor(agent)).toMatchObject({ items: [], total: 0, overdue: 0, due: 0, replies: 0 });
  });

  it('of overdue dues is for who notes their payments, and one’s own for each', async () => {
    const [agent, clerk] = [await person(server, { name: 'Bo Ray' }), await coordinator(server)];
    const owe = (member: Person, given: object) =>
      by(admin, 'POST /api/dues', {
        member: member.id,
        label: 'Lost sign',
        amount: 60_00,
        reason: 'It was left at the house',
        ...given,
      });
    const late = addDays(today(), -3);
    const { _id } = await owe(agent, { due: late });
    const own = await owe(clerk, { due: late });
    await owe(agent, { label: 'Not yet' });
    const shared = {
      about: 'Lost sign',
      amount: 60_00,
      urgency: 'overdue',
      since: null,
      due: late,
      others: 0,
    };
    expect((await things(admin, 'due')).find((item) => item._id === _id)).toEqual({
      kind: 'due',
      _id,
      name: 'Bo Ray',
      act: 'collect',
      ...shared,
    });
    expect(await things(agent)).toEqual([{ kind: 'due', _id, name: 'Bo Ray', act: 'owe', ...shared }]);
    expect(await waitingFor(agent)).toMatchObject({ overdue: 1, total: 1 });
    expect([await acts(clerk, _id), await acts(clerk, own._id)]).toEqual([['collect'], ['owe']]);
    const recruiter = await person(server, { recruiting: true });
    expect(await things(recruiter, 'due')).toEqual([]);
    await by(admin, 'POST /api/dues/paid', { payments: [{ due: _id, on: today(), method: 'Check 1' }] });
    expect([await acts(clerk, _id), await acts(agent, _id)]).toEqual([[], []]);
  });

  it('of one’s own dues is nothing while a credit covers them', async () => {
    const agent = await person(server, { name: 'Cy Ray' });
    const owe = async (amount: number) =>
      (
        await by(admin, 'POST /api/dues', {
          member: agent.id,
          label: 'Lost sign',
          amount,
          reason: 'It was left at the house',
          due: addDays(today(), -3),
        })
      )._id;
    const due = await owe(60_00);
    const credit = await owe(60_00);
    await server.db.updateTable('dues').set({ amount: -60_00 }).where('id', '=', credit).execute();
    expect(await waitingFor(agent)).toMatchObject({ items: [], total: 0, overdue: 0 });
    expect(await acts(admin, due)).toEqual(['collect']);
    await owe(1_00);
    expect((await things(agent)).map(({ act }) => act)).toEqual(['owe', 'owe']);
  });

  it('of a closing is the next act, for who approves by its name, and never for whom it pays', async () => {
    const boss = await approver(server);
    const [agent, partner] = [await coordinator(server), await coordinator(server)];
    for (const { id } of [agent, partner]) await letWork(server, id);
    const body = closingBody({ coAgents: [{ user: partner.id, rate: 10_00 }] });
    const { _id } = await by(agent, 'POST /api/my-closings', body);
    expect(await acts(boss, _id)).toEqual(['approve']);
    await takeStep(server, boss, _id, 'approved');
    expect(await acts(boss, _id)).toEqual(['send']);
    for (const who of [agent, partner]) expect(await acts(who, _id)).toEqual([]);
    for (const step of ['letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, boss, _id, step);
    expect(await acts(boss, _id)).toEqual(['pay']);
    await takeStep(server, boss, _id, 'paid');
    expect(await acts(boss, _id)).toEqual([]);
  });

  it('of an application is for the owner of the lead to decide, and for who signs to countersign', async () => {
    const { id, lead } = await signedLead(server, admin.token);
    const [owner, other] = [
      await person(server, { recruiting: true }),
      await person(server, { recruiting: true }),
    ];
    expect((await things(other, 'application')).find(({ _id }) => _id === id)).toMatchObject({
      name: completeAnswers.name,
      act: 'decide',
    });
    await by(admin, `PATCH /api/leads/${lead}`, { owner: owner.id });
    const decide = async () => [await acts(owner, id), await acts(other, id), await acts(admin, id)];
    expect(await decide()).toEqual([['decide'], [], ['decide']]);
    await by(admin, `POST /api/joining/applications/${id}/license-check`, { finding: 'as-expected' });
    await by(owner, `POST /api/joining/applications/${id}/approve`, {});
    expect(await decide()).toEqual([[], [], ['countersign']]);
  });

  it('of what members handed in is for who checks it off, but not their own', async () => {
    const [clerk, other] = [
      await person(server, { compliance: true }),
      await person(server, { compliance: true }),
    ];
    await by(clerk, 'PUT /api/licenses/me', { number: '01775533', expires: addDays(today(), 60) });
    const documents = async (who: Person) =>
      (await things(who, 'document'))
        .filter(({ _id }) => _id === clerk.id)
        .toSorted((a, b) => a.about.localeCompare(b.about));
    await by(clerk, 'POST /api/education/certificates', certificateBody);
    const { entries } = await by(clerk, 'POST /api/education/documents', { what: 'w9' });
    const [w9] = entries;
    const file = { path: `/api/education/documents/${w9._id}/file`, field: 'file' };
    await upload(server, clerk.token, plainPdf(), file);
    expect(await documents(other)).toMatchObject([
      { about: 'Certificate', act: 'check-off', urgency: 'waiting', due: null },
      { about: 'W-9', act: 'check-off', urgency: 'waiting', due: null, since: w9.date },
    ]);
    expect(await documents(clerk)).toEqual([]);
    expect(await things(await coordinator(server), 'document')).toEqual([]);
    await server.db
      .updateTable('member_file_findings')
      .set({ wrong_on: today() })
      .where('subject_id', '=', w9._id)
      .execute();
    expect((await documents(other)).find(({ about }) => about === 'W-9')).toMatchObject({
      urgency: 'overdue',
      due: today(),
    });
    await by(other, `POST /api/compliance/entries/${w9._id}/decide`, {
      accepted: false,
      reason: 'Blurred',
    });
    expect((await documents(other)).map(({ about }) => about)).toEqual(['Certificate']);
  });

  it('begins with five overdue ones at most, then what is due, then the newest, and the other overdue ones last', async () => {
    const who = await person(server, { recruiting: true });
    const late: string[] = [];
    for (let days = 8; days > 0; days--) {
      const id = await newLead();
      const nextStep = { text: `Late by ${days}`, on: addDays(today(), -days) };
      await by(admin, `PATCH /api/leads/${id}`, { owner: who.id, nextStep });
      late.push(id);
    }
    const due = await newLead();
    await by(admin, `PATCH /api/leads/${due}`, { owner: who.id, nextStep: { text: 'Now', on: today() } });
    const fresh = await newLead();
    await by(admin, `PATCH /api/leads/${fresh}`, { owner: who.id });
    const { items, overdue } = await waitingFor(who);
    const ids = items.map((item) => (item.kind === 'lead' ? item.lead._id : item._id));
    expect(ids.slice(0, 7)).toEqual([...late.slice(0, 5), due, fresh]);
    expect(ids.slice(-3)).toEqual(late.slice(5));
    expect(overdue).toBe(8);
  });
});
