import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  letWork,
  made,
  noteCheck,
  takeStep,
} from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';

/** docs/product.md P29.22: the annual fee is deducted from one closing of an agent. */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());

const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);
const approve = async (id: string, by = server) =>
  by.call(`POST /api/closings/${id}/approve`, {
    token: office.token,
    body: await approval(server, office, id),
  });
const act = (id: string, key: string, body?: object) => made(server, office, key.replace(':id', id), body);
const taken = 'The annual fee is already deducted from another closing: 1 Once St';
const until = async (id: string, last: string) => {
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const) {
    await takeStep(server, office, id, step);
    if (step === last) return;
  }
};

/** Two closings of one agent; both deduct the fee. */
async function both(): Promise<{ agent: Person; first: string; second: string }> {
  const agent = await person(server);
  await letWork(server, agent.id);
  const ids: string[] = [];
  for (const n of [1, 2]) {
    const body = closingBody({ property: `${n} Once St`, fileNumber: `O-${n}` });
    const { _id } = await made(server, agent, 'POST /api/my-closings', body);
    const { situation } = await seen(_id);
    const deductions = [{ kind: 'annual', amount: 100_00, reason: 'Unpaid since it was due' }];
    await act(_id, 'PUT /api/closings/:id/decisions', { situation, deductions });
    ids.push(_id);
  }
  const [first = '', second = ''] = ids;
  return { agent, first, second };
}

it('is not deducted by a second one, from the approval of the first on', async () => {
  const { first, second } = await both();
  const before = await seen(second);
  expect([before.obstacles, before.annualFeeTaken]).toEqual([[], null]);
  for (const last of ['approved', 'paid']) {
    if (last === 'approved') await until(first, last);
    else
      for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
        await takeStep(server, office, first, step);
    const open = await seen(second);
    expect([open.obstacles, open.annualFeeTaken]).toEqual([[taken], '1 Once St']);
    const refused = await approve(second);
    expect([refused.status, refused.body.msg]).toEqual([400, taken]);
  }
  expect((await seen(first)).obstacles).toEqual([]);
  const { situation } = before;
  const stale = await server.call(`PUT /api/closings/${second}/decisions`, {
    token: office.token,
    body: { situation },
  });
  expect(stale.status).toBe(412);
  await act(second, 'PUT /api/closings/:id/decisions', { deductions: [] });
  expect((await approve(second)).status).toBe(200);
});

/** Each frees the fee that the first one has taken. */
const ends: [string, (first: string) => Promise<unknown>][] = [
  ['is withdrawn', (id) => act(id, 'POST /api/closings/:id/withdraw', { reason: 'A wrong price' })],
  ['fell through', (id) => act(id, 'POST /api/closings/:id/fell-through', { reason: 'No loan' })],
  [
    'fell through and is archived',
    async (id) => {
      await act(id, 'POST /api/closings/:id/fell-through', { reason: 'No loan' });
      await act(id, 'POST /api/closings/:id/archive');
    },
  ],
];
it.each(ends)('is free again once the first one %s', async (_name, end) => {
  const { first, second } = await both();
  await until(first, 'letter-sent');
  await end(first);
  expect((await seen(second)).obstacles).toEqual([]);
  expect((await approve(second)).status).toBe(200);
});

it('stays deducted from a paid one that is archived', async () => {
  const { first, second } = await both();
  await until(first, 'paid');
  await act(first, 'POST /api/closings/:id/archive');
  expect((await seen(second)).obstacles).toEqual([taken]);
});

it('that is noted as received once the letter is sent leaves the closing that keeps it', async () => {
  const { agent, first } = await both();
  await until(first, 'letter-sent');
  await noteCheck(server, agent.id, 'annual-fee');
  const ticked = await seen(first);
  expect([ticked.obstacles, ticked.reopened]).toEqual([[], []]);
  for (const step of ['closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, first, step);
  expect((await seen(first)).reopened).toEqual([]);
});

it('is due again once the office has taken back the tick, but not from what is unpaid', async () => {
  const { agent, first, second } = await both();
  const untick = () =>
    made(server, office, `POST /api/joining/members/${agent.id}/checks`, {
      kind: 'annual-fee',
      ticked: false,
      day: '2026-01-31',
      note: 'The next year',
    });
  await until(first, 'letter-sent');
  await untick();
  expect((await seen(second)).obstacles).toEqual([taken]);
  for (const step of ['closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, first, step);
  expect((await seen(second)).obstacles).toEqual([taken]);
  await noteCheck(server, agent.id, 'annual-fee');
  await untick();
  expect((await seen(second)).obstacles).toEqual([]);
});

it('is due again for who has joined again since', async () => {
  const { agent, first, second } = await both();
  await until(first, 'paid');
  const moved = { left: '2026-01-01', joined: '2026-01-02' };
  await server.db
    .updateTable('closings')
    .set({ approved_at: '2025-12-01T20:00:00.000Z' })
    .where('id', '=', first)
    .execute();
  const file = `POST /api/compliance/members/${agent.id}/entries`;
  await made(server, office, file, { kind: 'left', on: moved.left, forCause: false });
  await made(server, office, file, { kind: 'joined', on: moved.joined });
  expect((await seen(second)).annualFeeTaken).toBeNull();
});

if (engine === 'postgres')
  it('is taken by one of two that are approved at once', async () => {
    const other = await secondServer(server);
    try {
      const { first, second } = await both();
      const bodies = [await approval(server, office, first), await approval(server, office, second)];
      const answers = await Promise.all([
        server.call(`POST /api/closings/${first}/approve`, { token: office.token, body: bodies[0] }),
        other.call(`POST /api/closings/${second}/approve`, { token: office.token, body: bodies[1] }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    } finally {
      await other.stop();
    }
  });
