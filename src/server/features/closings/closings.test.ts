import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approver, closingBody, letWork, made, takeStep } from '../../../../test/closings.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { now } from '../../platform/db/ids.ts';

let server: TestServer;
let agent: Person;
let office: Person;

beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  agent = await person(server);
  office = await approver(server);
  await letWork(server, agent.id);
});
afterAll(() => server.stop());

const report = (given: object = {}, who = agent) =>
  made(server, who, 'POST /api/my-closings', closingBody(given));

describe('from the report to the payment', () => {
  it('the office approves, sends the letter and pays, and the member sees each step', async () => {
    const { _id, statement, state } = await report();
    expect(state).toBe('reported');
    expect(statement).toMatchObject({ gross: 21_250_00, fees: 600_00, agentKeeps: 20_650_00, frozen: false });
    expect(statement.payees.map(({ to, amount }: { to: string; amount: number }) => [to, amount])).toEqual([
      ['broker', 600_00],
      ['agent', 20_650_00],
    ]);
    const approved = await takeStep(server, office, _id, 'approved');
    expect(approved).toMatchObject({ state: 'approved', statement: { frozen: true }, obstacles: [] });
    const [letter] = approved.letters;
    expect(letter).toMatchObject({ kind: 'letter', by: office.name, withdrawn: null });
    const pdf = await server.call(`GET /api/my-closings/${_id}/letters/${letter.number}`, {
      token: agent.token,
    });
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const again = await made(server, office, `GET /api/closings/${_id}`);
    expect(again.letters[0].hash).toMatch(/^[0-9a-f]{64}$/);
    const noted = await server.db
      .selectFrom('security_log')
      .select(['detail', 'user_id'])
      .where('event', '=', 'letter.made')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    expect(noted).toEqual({
      detail: `letter ${letter.number} by ${office.name}, SHA-256 ${again.letters[0].hash}`,
      user_id: office.id,
    });
    for (const step of ['letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, office, _id, step);
    const paid = await takeStep(server, office, _id, 'paid');
    expect(paid).toMatchObject({ state: 'paid', promise: { state: 'kept' }, paid: { method: 'Check 1042' } });
    const own = await made(server, agent, `GET /api/my-closings/${_id}`);
    expect(own).toMatchObject({ state: 'paid', kept: 20_650_00, mayChange: false });
    const year = await made(server, agent, `GET /api/my-closing-years/${officeDay(now()).slice(0, 4)}`);
    expect(year.total).toMatchObject({ closings: 1, sides: 1, volume: 850_000_00, kept: 20_650_00 });
  });
});
