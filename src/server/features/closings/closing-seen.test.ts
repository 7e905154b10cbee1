import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  letWork,
  made,
  noHash,
  noteCheck,
  takeStep,
} from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { feeBody, startFigures } from '../../../../test/factories.ts';
import { untilWaiting } from '../../../../test/lock-waits.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';

/** Nothing is decided, signed or noted about something else than what was seen (docs/security.md S18.9). */

let server: TestServer;
let agent: Person;
let office: Person;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  agent = await person(server);
  await letWork(server, agent.id);
  office = await approver(server);
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

const report = (given: object = {}, who = agent) =>
  made(server, who, 'POST /api/my-closings', closingBody(given));
const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);
const bothSides = {
  price: 2_000_000_00,
  commission: { by: 'rate', rate: 1_50 },
  bothSides: true,
  otherSide: { by: 'rate', rate: 1_50 },
};

describe('a decision', () => {
  const decideBy = (
    id: string,
    { version, situation }: { version: number; situation: string },
    body: object,
  ) =>
    server.call(`PUT /api/closings/${id}/decisions`, {
      token: office.token,
      headers: { 'if-match': `"v${version}"` },
      body: { ...body, situation },
    });
  const annual = (amount: number) => ({
    deductions: [{ kind: 'annual', amount, reason: 'Unpaid since it was due' }],
  });

  /** Each changes what a decision rests on, while the closing itself stays of one version. */
  const changes: [string, (member: Person, closing: { linked: { _id: string }[] }) => Promise<unknown>][] = [
    ['the annual fee is noted as paid', ({ id }) => noteCheck(server, id, 'annual-fee')],
    [
      'the other side has another commission',
      (member, { linked: [other] }) =>
        made(
          server,
          member,
          `PUT /api/my-closings/${other?._id}`,
          closingBody({ ...bothSides, commission: { by: 'rate', rate: 5_00 } }),
        ),
    ],
    [
      'the other side fell through',
      (_member, { linked: [other] }) =>
        made(server, office, `POST /api/closings/${other?._id}/fell-through`, { reason: 'Reported wrongly' }),
    ],
  ];
  it.each(changes)('is of what was on the screen: %s', async (_name, change) => {
    const member = await person(server);
    const { _id } = await report(bothSides, member);
    const shown = await seen(_id);
    await change(member, shown);
    const now = await seen(_id);
    expect(now.version).toBe(shown.version);
    const body = { sides: 'here', otherCommission: 30_000_00, ...annual(shown.fees.annual) };
    const refused = await decideBy(_id, shown, body);
    expect([refused.status, refused.body.msg]).toEqual([
      412,
      'What this decision rests on has changed since you opened the closing. Look at it again, then decide',
    ]);
    expect((await seen(_id)).decisions.deductions).toEqual([]);
    expect((await decideBy(_id, now, body)).status).toBe(200);
  });

  it('needs not say what was on the screen, and says it by a hash', async () => {
    const { _id } = await report();
    const { situation, version } = await seen(_id);
    expect((await decideBy(_id, { version, situation: noHash }, {})).status).toBe(412);
    expect((await decideBy(_id, { version, situation: 'no hash' }, {})).status).toBe(400);
    await made(server, office, `PUT /api/closings/${_id}/decisions`, annual(100_00));
    const { decisions } = await server.db
      .selectFrom('closings')
      .select('decisions')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(decisions)).not.toHaveProperty('situation');
    expect((await seen(_id)).situation).toBe(situation);
  });

  it('to charge as one counts no side that fell through', async () => {
    const member = await person(server);
    const { _id, linked } = await report(
      { ...bothSides, otherSide: { by: 'amount', amount: 100_000_00 } },
      member,
    );
    await made(server, office, `POST /api/closings/${linked[0]._id}/fell-through`, {
      reason: 'Reported wrongly',
    });
    const asOne = () =>
      server.call(`PUT /api/closings/${_id}/decisions`, { token: office.token, body: { sides: 'here' } });
    expect((await seen(_id)).otherSideGross).toBeNull();
    const alone = await asOne();
    expect([alone.status, alone.body.msg]).toEqual([400, 'Enter the commission of the other side']);
    const { otherSide: _, ...side } = bothSides;
    const other = await report(side, member);
    await made(server, office, `POST /api/closings/${_id}/link`, { closing: other._id });
    expect((await seen(_id)).otherSideGross).toBe(30_000_00);
    expect((await asOne()).body.decisions).toMatchObject({ sides: 'here', otherCommission: 30_000_00 });
  });
});

describe('the letter', () => {
  if (engine === 'postgres')
    it('is the one that was approved, whatever another process saves at once', async () => {
      const other = await secondServer(server);
      try {
        const from = await report();
        await made(server, office, `POST /api/closings/${from._id}/fell-through`, {
          reason: 'The seller withdrew',
          charges: [{ label: 'Short sale', amount: 100_00, reason: 'Due' }],
        });
        const { _id } = await report();
        const charge: string = (await seen(_id)).charges[0]._id;
        await made(server, office, `PUT /api/closings/${_id}/decisions`, { carried: [charge] });
        const { tables } = (await seen(_id)).letter;
        const body = await approval(server, office, _id);
        const { approvers, ...settings } = await made(server, admin, 'GET /api/closings/settings');
        const changed = {
          ...settings,
          approvers: approvers.map((each: { user: { _id: string }; capacity: string }) => ({
            user: each.user._id,
            capacity: each.capacity,
          })),
          broker: 'Another Payee LLC',
        };
        const [approving, saving] = await other.db.transaction().execute(async (transaction) => {
          // The approval compares the hash, then waits for this charge.
          await transaction
            .updateTable('closing_charges')
            .set({ id: charge })
            .where('id', '=', charge)
            .execute();
          const approving = server.call(`POST /api/closings/${_id}/approve`, { token: office.token, body });
          await untilWaiting(server, 1);
          const saving = other.call('PUT /api/closings/settings', { token: admin.token, body: changed });
          await Promise.race([saving, untilWaiting(server, 2)]);
          return [approving, saving];
        });
        expect([(await approving).status, (await saving).status]).toEqual([200, 200]);
        const { content } = await server.db
          .selectFrom('closing_letters')
          .select('content')
          .where('closing_id', '=', _id)
          .executeTakeFirstOrThrow();
        const payees = JSON.parse(content).pdf.blocks.find(
          ({ caption }: { caption?: string }) => caption === 'Payees',
        );
        expect(payees.rows).toEqual(tables[0].rows);
      } finally {
        await other.stop();
      }
    });

  it('is approved in the capacity that was read', async () => {
    const { _id } = await report();
    const body = await approval(server, office, _id);
    const { letter } = await seen(_id);
    expect(letter.facts.at(-1)).toEqual({ label: 'You sign as', value: 'Broker' });
    const { approvers, ...settings } = await made(server, admin, 'GET /api/closings/settings');
    const saveAs = (capacity: string) =>
      made(server, admin, 'PUT /api/closings/settings', {
        ...settings,
        approvers: approvers.map(({ user }: { user: { _id: string } }) => ({ user: user._id, capacity })),
      });
    await saveAs('Assistant');
    const refused = await server.call(`POST /api/closings/${_id}/approve`, { token: office.token, body });
    expect([refused.status, refused.body.msg]).toEqual([
      412,
      'The letter would say something else than when you looked at it. Read it again, then approve it',
    ]);
    await takeStep(server, office, _id, 'approved');
    const { content } = await server.db
      .selectFrom('closing_letters')
      .select('content')
      .where('closing_id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(content).pdf.blocks.at(-1)).toMatchObject({ capacity: 'Assistant' });
    await saveAs('Broker');
  });

  if (engine === 'postgres')
    it('that is approved between look and change is not withdrawn without the confirmation, whatever the versions named', async () => {
      const member = await person(server);
      const { _id, version } = await report({}, member);
      await server.db
        .updateTable('sessions')
        .set({ created_at: fromNow(-day) })
        .where('user_id', '=', member.id)
        .execute();
      const changing = await server.db.transaction().execute(async (transaction) => {
        const next = { version: version + 1, approved_at: now() };
        await transaction.updateTable('closings').set(next).where('id', '=', _id).execute();
        const changing = server.call(`PUT /api/my-closings/${_id}`, {
          token: member.token,
          headers: { 'if-match': `"v${version}", "v${version + 1}"` },
          body: closingBody({ price: 700_000_00 }),
        });
        await untilWaiting(server, 1);
        return [changing];
      });
      expect((await changing[0])?.status).toBe(412);
    });

  it('of a lease is approved with the fees that were read, though the payer is not told them', async () => {
    const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } };
    const { _id } = await report(lease);
    const read = await approval(server, office, _id);
    const figures = { ...startFigures, leaseRate: 30_00 };
    await made(server, admin, 'POST /api/fees/versions', feeBody({ figures }));
    const approve = (body: object) =>
      server.call(`POST /api/closings/${_id}/approve`, { token: office.token, body });
    expect((await approve(read)).status).toBe(412);
    const again = await approve(await approval(server, office, _id));
    expect([again.status, again.body.statement.fees]).toEqual([200, 1_050_00]);
  });

  it('is sent after it was made, and is the one that the call names', async () => {
    const { _id } = await report();
    await takeStep(server, office, _id, 'approved');
    await made(server, office, `POST /api/closings/${_id}/withdraw`, { reason: 'A wrong price' });
    const { letters } = await takeStep(server, office, _id, 'approved');
    const [standing, , former] = letters;
    const steps = (step: object) =>
      server.call(`POST /api/closings/${_id}/steps`, { token: office.token, body: step });
    const before = new Date(Date.parse(standing.date) - 3_600_000).toISOString();
    const early = await steps({ step: 'letter-sent', at: before });
    expect([early.status, early.body.errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'at', msg: `Letter ${standing.number} was made after this time` })],
    ]);
    const another = await steps({ step: 'letter-sent', number: former.number });
    expect([another.status, another.body.msg]).toEqual([
      412,
      `Letter ${standing.number} stands by now, and not ${former.number}`,
    ]);
    // A clock of another system can be a little late.
    const at = new Date(Date.parse(standing.date) - 1_000).toISOString();
    const sent = await steps({ step: 'letter-sent', number: standing.number, at });
    expect(sent.body.letters[0]).toMatchObject({ number: standing.number, sent: standing.date });
  });
});
