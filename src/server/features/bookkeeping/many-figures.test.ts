import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';

import { type TestServer, testServer } from '../../../../test/server.ts';
import { journalAccounts } from '../../../shared/bookkeeping/journal.ts';
import { type ClosingDecisions, nothingDecided, settleClosing } from '../../../shared/closings/closing.ts';
import { closingFields } from '../../../shared/closings/closing-fields.ts';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { columnsOfEntry, newRow } from '../closings/closing-entry.ts';
import { figuresOf } from '../closings/closing-rows.ts';
import { changeDue, insertDue, lockDues } from '../dues/due-rows.ts';
import { addChargeOfFall, freeDuesOf, keepDues, markKeptDues } from '../dues/kept-dues.ts';
import { addClosingFigures, addCorrectionFigures } from './paid-figures.ts';

/** Every cent once: generated closings with corrections, shares, linked sides, dues, falls and waivers. FIGURES=20000 before a release. */
const count = Number(process.env.FIGURES ?? 1_000);
const batch = 100;
/** A year of each is short enough to be read at once. */
const members = count > 5_000 ? 100 : 25;

let server: TestServer;
let token: string;
let agents: { id: string; name: string }[];

/** Numbers that a seed repeats (mulberry32). */
let state = Number(process.env.PROPERTY_SEED ?? 1);
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const often = (percent: number) => random(100) < percent;

const sums = { gross: 0, credits: 0, referred: 0, shares: 0, agents: 0, unexplained: 0, dues: 0 };

beforeAll(async () => {
  server = await testServer({}, { plain: true });
  token = await makeToken(server.db, { admin: true });
  agents = [];
  for (let at = 0; at < members; at += 1) {
    const name = `Agent ${String(at).padStart(2, '0')}`;
    agents.push({ id: (await makeUser(server.db, { name })).id, name });
  }
  let former: string | undefined;
  for (let at = 0; at < count; at += batch) {
    const some = Array.from({ length: Math.min(batch, count - at) }, () => {
      const made = closingOf(former);
      former = made.closing.deal_id;
      return made;
    });
    await server.db.transaction().execute(async (transaction) => {
      for (const { closing, due } of some)
        if (due) await insertDue(transaction, undefined, { ...due, ...ofAgent(closing) }, 'added');
      const closings = some.map(({ closing }) => closing);
      await transaction.insertInto('closings').values(closings).execute();
      const shares = some.flatMap((made) => made.shares);
      if (shares.length > 0) await transaction.insertInto('closing_shares').values(shares).execute();
      const corrections = some.flatMap((made) => made.corrections);
      if (corrections.length > 0)
        await transaction.insertInto('closing_corrections').values(corrections).execute();
      await addClosingFigures(
        transaction,
        closings.map(({ id }) => id),
      );
      await addCorrectionFigures(
        transaction,
        corrections.map(({ id }) => id),
      );
      await addDue(transaction);
      for (const made of some) await liveOfDues(transaction, made);
    });
  }
});
afterAll(() => server.stop());

const agentAt = (at: number) => {
  const agent = agents[at % members];
  if (!agent) throw new Error('There is an agent for each number');
  return agent;
};
const dayOf2025 = () => addDays('2025-01-01', random(365));

type Made = ReturnType<typeof closingOf>;

const ofAgent = ({ agent_id, agent_name }: Made['closing']) => ({ user_id: agent_id, user_name: agent_name });

/** A closing keeps the due that it deducts, some after an earlier approval was withdrawn; one that fell leaves a charge. */
async function liveOfDues(transaction: DatabaseTransaction, { closing, due }: Made): Promise<void> {
  const keep = () => keepDues(transaction, undefined, closing, { ids: due ? [due.id] : [], annual: false });
  if (due) {
    if (often(30)) {
      await keep();
      await freeDuesOf(transaction, undefined, closing);
    }
    await keep();
  }
  if (closing.paid_on !== null)
    return markKeptDues(transaction, undefined, closing, { on: closing.paid_on, method: 'By the closing' });
  await freeDuesOf(transaction, undefined, closing);
  const charge = { id: newId(), label: 'Short sale', amount: 1 + random(795_00), reason: 'Fell through' };
  await addChargeOfFall(transaction, undefined, closing, charge);
  if (often(50)) await payLater(transaction, charge.id);
}

async function payLater(transaction: DatabaseTransaction, id: string): Promise<void> {
  const row = (await lockDues(transaction, [id])).get(id);
  if (!row) throw new Error('The charge is there');
  await changeDue(transaction, undefined, row, { state: 'paid', settled_on: dayOf2025() }, 'paid');
  sums.dues += row.amount;
}

async function addDue(transaction: DatabaseTransaction): Promise<void> {
  const agent = agentAt(random(members));
  const amount = 10_00 + random(200_00);
  const isPaid = often(70);
  const day = dayOf2025();
  const settled = isPaid
    ? ({ state: 'paid', settled_on: day } as const)
    : ({ state: 'waived', settled_on: day } as const);
  if (isPaid) sums.dues += amount;
  const given = { user_id: agent.id, user_name: agent.name, label: 'Sign', reason: '', amount };
  await insertDue(transaction, undefined, { ...given, charged_on: day, due_on: day, ...settled }, 'added');
}

function decisionsOf(kept: number): ClosingDecisions {
  const lines = [
    ...(often(30) ? [{ label: 'Courier', amount: -1 - random(80_00), reason: 'Overnight' }] : []),
    ...(often(25) ? [{ label: 'First sale', amount: 1 + random(100_00), reason: 'As promised' }] : []),
  ];
  const deductions = [
    ...(often(20) ? [{ kind: 'annual' as const, amount: 100_00, reason: '2025' }] : []),
    ...(often(10) ? [{ kind: 'carried' as const, amount: 1 + random(795_00), reason: 'Fell through' }] : []),
    ...(often(10) ? [{ kind: 'other' as const, amount: 50_00 - random(100_00), reason: 'As agreed' }] : []),
    ...(kept > 0 ? [{ kind: 'other' as const, amount: kept, reason: 'A due' }] : []),
  ];
  return {
    ...nothingDecided,
    basis: 'gross',
    bonus: 'counts',
    sides: 'each',
    inHouseEscrow: random(300_00),
    lines,
    deductions,
  };
}

const kinds = ['residential', 'residential', 'residential', 'commercial', 'lease', 'referral'] as const;

function closingOf(formerDeal: string | undefined) {
  const at = random(members);
  const agent = agentAt(at);
  const kind = kinds[random(kinds.length)] ?? 'residential';
  const price = 1_000_00 + random(90_000_000_00);
  const coAgents = [1, 2]
    .filter(() => often(20))
    .map((next) => ({ user: agentAt(at + next).id, rate: 1 + random(45_00) }));
  const referral = {
    broker: 'Far Realty',
    license: 'DRE 1',
    state: 'NV',
    by: 'rate',
    rate: 1 + random(40_00),
  };
  const entry = closingFields.parse({
    property: `${random(9_999)} Ocean View Dr`,
    kind,
    price,
    commission: often(50)
      ? { by: 'rate', rate: 1_00 + random(3_00) }
      : { by: 'amount', amount: 500_00 + random(60_000_00) },
    credits: often(20) ? random(300_00) : 0,
    referral: often(20) ? referral : null,
    coAgents,
    coordinator: kind !== 'lease' && often(30),
    shortSale: kind === 'residential' && often(10),
    inHouseEscrow: often(10),
    bonus: often(10) ? random(2_000_00) : 0,
  });
  const due = often(20)
    ? {
        id: newId(),
        label: 'Sign',
        reason: '',
        amount: 1 + random(200_00),
        charged_on: '2025-01-01',
        due_on: '2025-01-15',
      }
    : undefined;
  const settlement = settleClosing(entry, decisionsOf(due?.amount ?? 0), startFees);
  const { payees, outcome, open: _, ...figures } = settlement;
  const statement = {
    ...figures,
    payees: payees.map((payee) => ({ ...payee, name: 'A payee' })),
    outcome: outcome.by,
    invoice: null,
    open: [],
    frozen: true,
  };
  const isPaid = often(90);
  const paid_on = isPaid ? dayOf2025() : null;
  const deal = formerDeal !== undefined && often(15) ? formerDeal : newId();
  const closing = {
    ...newRow({ id: agent.id, name: agent.name }, entry, deal, '2025-01-01T18:00:00.000Z'),
    ...columnsOfEntry(entry),
    ...figuresOf(statement),
    settlement: JSON.stringify(statement),
    state: isPaid ? ('paid' as const) : ('fell-through' as const),
    paid_on,
    ...(paid_on !== null && often(60) ? promised(paid_on) : {}),
  };
  const shares = payees.flatMap((payee) =>
    payee.to === 'co-agent'
      ? [
          {
            id: newId(),
            closing_id: closing.id,
            user_id: payee.user,
            user_name: 'A co-agent',
            amount: payee.amount,
            paid_on,
            reported_at: closing.reported_at,
          },
        ]
      : [],
  );
  const corrections =
    paid_on !== null && often(15)
      ? Array.from({ length: 1 + random(3) }, () => correctionOf(closing, paid_on))
      : [];
  if (paid_on !== null) {
    sums.gross += settlement.gross;
    sums.credits += settlement.credits;
    sums.agents += settlement.agentKeeps;
    sums.referred -= lineOf(settlement.lines, 'referral');
    sums.shares -= lineOf(settlement.lines, 'co-agent');
  }
  return { closing, shares, corrections, due };
}

const promised = (paid_on: string) => ({
  package_at: `${addDays(paid_on, -random(6))}T20:00:00.000Z`,
  promise: often(80) ? ('kept' as const) : ('broken' as const),
});

const lineOf = (lines: readonly { id: string; amount: number }[], id: string) =>
  lines.filter((line) => line.id === id).reduce((sum, { amount }) => sum + amount, 0);

function correctionOf({ id, agent_id }: { id: string; agent_id: string | null }, paid: string) {
  const [gross, fees, kept] = [random(200_00) - 100_00, random(100_00) - 50_00, random(100_00) - 50_00];
  sums.gross += gross;
  sums.agents += kept;
  sums.unexplained += gross - fees - kept;
  const on_day = often(50) ? paid : addDays(paid, random(60));
  const row = { id: newId(), closing_id: id, agent_id, on_day, reason: 'A slip', price: random(1_000_00) };
  return { ...row, gross, fees, kept, actor_name: 'The office', created_at: now() };
}

const get = (path: string) => server.made(`GET /api/bookkeeping/${path}`, { token });
const ever = 'from=2025-01-01&to=2026-12-31';

it('income, what members keep, referrals and credits are the gross, and dues come on top', async () => {
  const { total } = await get(`income?${ever}`);
  const produced = (await get(`production?${ever}`)).total;
  expect(produced.gross).toBe(sums.gross);
  expect(produced.kept).toBe(sums.agents + sums.shares);
  const others = sums.referred + sums.credits + sums.unexplained;
  expect(total.income - sums.dues + produced.kept + others).toBe(sums.gross);
  expect(produced.fees + produced.deductions + sums.dues).toBe(total.income);
});

it('a range is the sum of its months, and of its agents', async () => {
  const { months, total } = await get(`income?${ever}`);
  const parts: { income: number; waived: number }[] = [];
  for (const { month } of months) {
    const range = `from=${month}-01&to=${addDays(addMonths(`${month}-01`, 1), -1)}`;
    parts.push((await get(`income?${range}`)).total);
  }
  expect(parts).toEqual(months.map(({ month: _, ...rest }: { month: string }) => rest));
  const lastOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1);
  for (const report of ['deductions', 'promise']) {
    const whole = await get(`${report}?${ever}`);
    const totals: Record<string, unknown>[] = [];
    for (const { month } of whole.months)
      totals.push((await get(`${report}?from=${month}-01&to=${lastOf(month)}`)).total);
    expect(totals).toEqual(whole.months.map(({ month: _, ...rest }: { month: string }) => rest));
    const added = (name: string) => totals.reduce((all, part) => all + Number(part[name]), 0);
    for (const name of report === 'promise' ? ['paid', 'inTime'] : ['deductions'])
      expect([name, added(name)]).toEqual([name, whole.total[name]]);
    expect(added(report === 'promise' ? 'paid' : 'deductions')).toBeGreaterThan(0);
  }
  const sum = (of: (part: { income: number; waived: number }) => number) =>
    parts.reduce((all, part) => all + of(part), 0);
  expect([sum(({ income }) => income), sum(({ waived }) => waived)]).toEqual([total.income, total.waived]);
  const produced = await get(`production?${ever}`);
  for (const name of ['sides', 'volume', 'gross', 'fees', 'deductions', 'kept']) {
    const figures: number[] = produced.agents.map(
      (each: { figures: Record<string, number> }) => each.figures[name],
    );
    expect([name, figures.reduce((all, figure) => all + figure, 0)]).toEqual([name, produced.total[name]]);
  }
});

it('each agent has what their year says, as far as it lists all', async () => {
  const { agents: listed } = await get('production?from=2025-01-01&to=2025-12-31');
  let compared = 0;
  for (const { agent, figures } of listed) {
    const own = await openSession(server.db, agent._id, { userAgent: 'test', address: '127.0.0.1' });
    const { total, until } = await server.made('GET /api/my-closing-years/2025', { token: own });
    if (until !== null) continue;
    const { closings: _, ...sum } = total;
    expect(figures).toEqual(sum);
    compared += 1;
  }
  expect(compared).toBe(members);
});

it('its journal balances to the cent, and has all money that was received', async () => {
  const body = { from: '2025-01-01', to: '2026-12-31' };
  const rows: string[][] = [];
  for (let waiting = 1; waiting > 0; ) {
    const { number } = await server.made('POST /api/bookkeeping/journal', { token, body });
    const csv = String(await get(`journal/${number}`));
    const lines = csv.trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBeLessThanOrEqual(1_000);
    rows.push(...lines.map((row) => row.slice(1, -1).split('","')));
    ({ waiting } = await get(`journal?${ever}`));
  }
  const received = rows.filter(([, , account]) => account === journalAccounts.bank.name);
  const centsOf = ([, , , debits = '', credits = '']: string[]) =>
    Math.round((Number(debits) - Number(credits)) * 100);
  const { total } = await get(`income?${ever}`);
  expect(received.reduce((sum, row) => sum + centsOf(row), 0)).toBe(total.income);
  const entries = Map.groupBy(rows, ([entry]) => entry);
  for (const lines of entries.values()) {
    const cents = lines.map(centsOf);
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(0);
  }
});
