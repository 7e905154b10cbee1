import fc from 'fast-check';
import { expect } from 'vitest';
import { approver, closingBody, letWork, made, noteCheck, payment, versionOf } from './closings.ts';
import { type Person, person } from './scene.ts';
import type { Answer, TestServer } from './server.ts';

/**
 * Lives of closings: two sides of one deal, and changes of what they are decided for between any two steps. An oracle of its
 * own keeps what each decision was made for, and what the desk has looked at.
 */

const steps = [
  'price',
  'commission',
  'kind',
  'property',
  'holder',
  'coordinator',
  'principal',
  'both',
  'fee',
  'here',
  'there',
  'each',
  'nothing',
  'waive',
  'quote',
  'approve',
  'sent',
  'closed',
  'funds',
  'paid',
  'withdraw',
  'fall',
  'archive',
  'link',
  'unlink',
  'number',
  'check',
  'annual',
  'look',
] as const;
type Step = (typeof steps)[number];

interface Played {
  step: Step;
  side: number;
  dice: number;
}

/** From the decisions to the payment of both sides; with others between them it ends early, and so comes twice. */
function wayOf(first: Step, second: Step): Played[] {
  const on =
    (side: number) =>
    (step: Step): Played => ({ step, side, dice: 3 });
  const until: Step[] = ['look', 'approve', 'sent', 'closed', 'funds', 'paid'];
  const decided = [on(0)('check'), on(0)('quote'), on(0)(first), on(1)('quote'), on(1)(second)];
  return [...decided, ...until.map(on(0)), ...until.map(on(1))];
}

/** Refused where all is paid, as closing-acts.test.ts shows: the way comes twice. */
const onTheWay: ReadonlySet<Step> = new Set(wayOf('here', 'there').map(({ step }) => step));

const between = fc.array(
  fc.record({
    at: fc.nat(30),
    step: fc.constantFrom(...steps),
    side: fc.constantFrom(0, 1),
    dice: fc.nat(3),
  }),
  { maxLength: 5 },
);

const lives = fc
  .record({ choice: fc.constantFrom(['here', 'there'] as const, ['each', 'each'] as const), between })
  .map(({ choice: [first, second], between: others }): Played[] => {
    const way = [...wayOf(first, second), ...wayOf(first, second)];
    for (const { at, ...played } of others) way.splice(at, 0, played);
    return way;
  });
type Life = Played[];

interface Side {
  id: string;
  body: Record<string, unknown>;
  /** The body at the time of the decision, as far as it is one. */
  decided: { quote?: string; waive?: string; sides?: { choice: string; facts: string } };
  decisions: { sides?: string; inHouseEscrow?: number; lines?: object[] };
  /** The letter that was looked at last, and when it was: what it says. */
  letter: string;
  /** The license that the letter names. */
  number: string;
  state: string;
  /** It stays so when it is archived. */
  isPaid: boolean;
}

interface Lived {
  paid: number;
  approved: number;
  refused: number;
}

interface World {
  server: TestServer;
  office: Person;
}

/** The facts that a quote is made for. */
const quoted = ({ body }: Side) =>
  JSON.stringify([body.property, body.kind, body.price, body.commission, body.bothSides]);
/** The facts that a waiver is made for. */
const transaction = (side: Side) =>
  JSON.stringify([quoted(side), side.body.coordinator, side.body.principal]);

/** Plays one life; fails where something is approved, sent or paid by a decision made for other facts. */
async function live({ server, office }: World, life: Life): Promise<Lived> {
  const agent = await person(server);
  await letWork(server, agent.id);
  let linked = true;
  /** The license, and the number that the office has last checked. */
  const license = { number: 'the first', seen: 'the first' };
  const counts: Lived = { paid: 0, approved: 0, refused: 0 };
  const given = {
    ...closingBody({ price: 500_000_00 }),
    coordinator: true,
    bothSides: true,
    inHouseEscrow: true,
    principal: false,
  };
  const first = await made(server, agent, 'POST /api/my-closings', {
    ...given,
    otherSide: { by: 'rate', rate: 2_50 },
  });
  const second = await made(server, agent, `GET /api/my-closings/${first.linked[0]._id}`);
  const sideOf = (closing: Answer['body'], coordinator: boolean): Side => ({
    id: closing._id,
    body: { ...given, coordinator, inHouseEscrow: coordinator },
    decided: {},
    decisions: {},
    letter: '',
    number: '',
    state: 'reported',
    isPaid: false,
  });
  const sides = [sideOf(first, true), sideOf(second, false)] as const;
  const goesOn = ({ state, isPaid }: Side) => isPaid || (state !== 'fell-through' && state !== 'archived');

  /** The facts that a choice of sides depends on. */
  const sideFacts = (side: Side, other: Side, choice: string) =>
    JSON.stringify([
      [side.body.property, side.body.kind, side.body.price, side.body.commission, side.body.bothSides],
      linked && goesOn(other)
        ? [other.body.property, choice === 'here' && [other.body.price, other.body.commission]]
        : null,
    ]);

  async function act(side: Side, key: string, body?: unknown): Promise<Answer> {
    const answer = await server.call(key.replace(':id', side.id), { token: office.token, body });
    expect([200, 400, 412], `${key}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    if (answer.status === 200) side.state = answer.body.state;
    else counts.refused += 1;
    return answer;
  }

  /** The oracle: nothing stands by what was decided for something else. */
  function holds(side: Side, other: Side, closing: Answer['body']): void {
    expect([license.seen, side.number], 'the license').toEqual([license.number, license.number]);
    const { decided, decisions, body } = side;
    if (body.inHouseEscrow === true) expect(decided.quote, 'the quote').toBe(quoted(side));
    if (decisions.lines?.length) expect(decided.waive, 'the waiver').toBe(transaction(side));
    const ids: string[] = closing.statement.lines.map(({ id }: { id: string }) => id);
    if (ids.includes('transaction-fee')) return;
    // Charged on the other side, which is paid or goes on, and says so.
    expect(decided.sides).toEqual({ choice: 'there', facts: sideFacts(side, other, 'there') });
    expect([linked, goesOn(other), other.decisions.sides]).toEqual([true, true, 'here']);
  }

  async function change(side: Side, changes: object): Promise<void> {
    if (side.isPaid || !goesOn(side)) return;
    const body = { ...side.body, ...changes };
    const answer = await act(side, 'PUT /api/closings/:id', body);
    if (answer.status === 200) side.body = body;
  }

  async function decide(side: Side, other: Side, changes: Side['decisions']): Promise<void> {
    const decisions = { ...side.decisions, ...changes };
    const answer = await act(side, 'PUT /api/closings/:id/decisions', decisions);
    if (answer.status !== 200) return;
    side.decisions = decisions;
    side.decided = {
      ...(decisions.inHouseEscrow !== undefined && { quote: quoted(side) }),
      ...(decisions.lines !== undefined && { waive: transaction(side) }),
      ...(decisions.sides !== undefined && {
        sides: { choice: decisions.sides, facts: sideFacts(side, other, decisions.sides) },
      }),
    };
  }

  async function approve(side: Side, other: Side): Promise<void> {
    const version = await versionOf(server, office, side.id);
    const body = { version, signature: office.name, sha256: side.letter || '0'.repeat(64) };
    const answer = await act(side, 'POST /api/closings/:id/approve', body);
    if (answer.status !== 200) return;
    counts.approved += 1;
    side.number = license.number;
    holds(side, other, answer.body);
    expect(answer.body.statement.open).toEqual([]);
  }

  const play: Record<Step, (side: Side, other: Side, dice: number) => Promise<unknown>> = {
    price: (side, _other, dice) =>
      change(side, { price: [300_000_00, 500_000_00, 900_000_00, 3_000_000_00][dice] }),
    commission: (side, _other, dice) => change(side, { commission: { by: 'rate', rate: 2_00 + dice * 50 } }),
    kind: (side, _other, dice) => change(side, { kind: dice === 0 ? 'commercial' : 'residential' }),
    property: (side, _other, dice) => change(side, { property: `${dice} Main St` }),
    holder: (side, _other, dice) => change(side, { holderName: `Escrow ${dice}` }),
    coordinator: (side, _other, dice) => change(side, { coordinator: dice > 1 }),
    principal: (side, _other, dice) => change(side, { principal: dice > 1 }),
    both: (side, _other, dice) => change(side, { bothSides: dice > 0 }),
    fee: (side, _other, dice) => change(side, { inHouseEscrow: dice > 1 }),
    here: (side, other) => decide(side, other, { sides: 'here' }),
    there: (side, other) => decide(side, other, { sides: 'there' }),
    each: (side, other) => decide(side, other, { sides: 'each' }),
    nothing: (side, other) => decide(side, other, {}),
    waive: (side, other, dice) =>
      decide(side, other, {
        lines: dice > 1 ? [] : [{ label: 'Fee', amount: 100_00 * (dice + 1), reason: 'First closing' }],
      }),
    quote: (side, other, dice) => decide(side, other, { inHouseEscrow: 100_00 * dice }),
    approve,
    async sent(side, other) {
      const answer = await act(side, 'POST /api/closings/:id/steps', { step: 'letter-sent' });
      if (answer.status === 200) holds(side, other, answer.body);
    },
    closed: (side) => act(side, 'POST /api/closings/:id/steps', { step: 'closed' }),
    funds: (side) => act(side, 'POST /api/closings/:id/steps', { step: 'funds-received' }),
    async paid(side, other) {
      const answer = await act(side, 'POST /api/closings/:id/paid', await payment(server, office, side.id));
      if (answer.status !== 200) return;
      counts.paid += 1;
      side.isPaid = true;
      holds(side, other, answer.body);
    },
    withdraw: (side) => act(side, 'POST /api/closings/:id/withdraw', { reason: 'Again' }),
    fall: (side, _other, dice) =>
      dice === 0
        ? act(side, 'POST /api/closings/:id/fell-through', { reason: 'No loan' })
        : Promise.resolve(),
    archive: (side, _other, dice) =>
      dice === 0 ? act(side, 'POST /api/closings/:id/archive') : Promise.resolve(),
    async link(side, other) {
      const answer = await act(side, 'POST /api/closings/:id/link', { closing: other.id });
      linked ||= answer.status === 200;
    },
    async unlink(side, _other, dice) {
      if (dice > 0) return;
      const answer = await act(side, 'DELETE /api/closings/:id/link');
      if (answer.status === 200) linked = false;
    },
    async number(_side, _other, dice) {
      await server.db
        .updateTable('licenses')
        .set({ number: `0177777${dice}` })
        .where('user_id', '=', agent.id)
        .execute();
      license.number = String(dice);
    },
    async check() {
      await noteCheck(server, agent.id, 'may-work');
      license.seen = license.number;
    },
    annual: () => noteCheck(server, agent.id, 'annual-fee'),
    async look(side) {
      const closing = await made(server, office, `GET /api/closings/${side.id}`);
      side.letter = closing.letter?.sha256 ?? '';
    },
  };

  for (const { step, side, dice } of life) {
    if (onTheWay.has(step) && sides.every(({ state }) => state === 'paid')) continue;
    const [one, other] = side === 0 ? [sides[0], sides[1]] : [sides[1], sides[0]];
    await play[step](one, other, dice);
  }
  await balance(server, sides);
  return counts;
}

/** Checks that the fees paid add up to at least the published ones, less what a line waives with a reason. */
async function balance(server: TestServer, sides: readonly Side[]): Promise<void> {
  const rows = await server.db
    .selectFrom('closings')
    .select(['id', 'settlement', 'paid_on', 'fees'])
    .where(
      'id',
      'in',
      sides.map(({ id }) => id),
    )
    .execute();
  const paid = rows.filter(({ paid_on }) => paid_on !== null);
  if (paid.length === 0) return;
  const lines = paid.flatMap(
    ({ settlement }): { id: string; label: string; rule: string; amount: number }[] =>
      JSON.parse(settlement ?? '{"lines":[]}').lines,
  );
  // A paid side is charged even if the other one fell through.
  expect(lines.some(({ id }) => id === 'transaction-fee')).toBe(true);
  const waived = lines.filter(({ id, amount }) => id === 'decided' && amount > 0);
  for (const { rule, label } of waived) expect([label, rule]).toEqual(['Fee', 'First closing']);
  const fees = paid.reduce((sum, row) => sum + row.fees, 0);
  expect(fees).toBeGreaterThanOrEqual(600_00 - waived.reduce((sum, { amount }) => sum + amount, 0));
}

/** Plays that many lives. Some of them are paid, or nothing is shown. */
export async function liveAll(server: TestServer, runs: number): Promise<void> {
  const world: World = { server, office: await approver(server) };
  const sum: Lived = { paid: 0, approved: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(lives, async (life: Life) => {
      const { paid, approved, refused } = await live(world, life);
      sum.paid += paid;
      sum.approved += approved;
      sum.refused += refused;
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(sum.approved).toBeGreaterThan(0);
  expect(sum.paid).toBeGreaterThan(0);
}
