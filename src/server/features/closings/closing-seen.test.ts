import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approval, approver, closingBody, letWork, made, takeStep } from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { untilWaiting } from '../../../../test/lock-waits.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';

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
