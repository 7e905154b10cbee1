import { sql } from 'kysely';
import { refillPaidFigures } from '../src/server/features/bookkeeping/paid-figures.ts';
import { columnsOfEntry, noDecisions } from '../src/server/features/closings/closing-entry.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { now } from '../src/server/platform/db/ids.ts';
import { settleClosing } from '../src/shared/closings/closing.ts';
import { closingFields } from '../src/shared/closings/closing-fields.ts';
import { approvedStates, type ClosingState } from '../src/shared/closings/closing-states.ts';
import { addDays, officeDay } from '../src/shared/dates.ts';
import { startFees } from '../src/shared/fees/fees.ts';
import { day } from '../src/shared/time.ts';
import {
  type FeedSize,
  feedAge,
  idAt,
  memberFor,
  type OfficeSize,
  shapeInSql,
  type Times,
  timeOf,
} from './feed-shape.ts';
import { memberId, memberName } from './fill-members.ts';
import { addRows, insertRows } from './fill-rows.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Days from the report to the payment. */
const daysToPay = 40;
const events = ['reported', 'approved', 'letter-sent', 'closed'];

/**
 * Closings of two years, the newest of now: those of the last weeks on their way, the others paid, or fallen through. A
 * tenth has another side, a fifth a co-agent; each that is approved has a letter.
 */
export async function fillClosings(
  db: Database,
  size: FeedSize,
  { closings: count }: OfficeSize,
  times: Times,
): Promise<void> {
  const step = Math.floor(feedAge / count);
  const along = { begin: Date.now() - step * count, step };
  const tables = ['closings', 'closing_shares', 'closing_letters', 'closing_events'];
  await withoutIndexes(db, tables, async () => {
    await addRows(db, { what: 'closings', count, batch: 1_000 }, async (transaction, from, to) => {
      const made = Array.from({ length: to - from }, (_, index) =>
        closingOf(from + index, size, along, times),
      );
      await insertRows(
        transaction,
        'closings',
        made.map(({ closing }) => closing),
      );
      await insertRows(
        transaction,
        'closing_shares',
        made.flatMap(({ shares }) => shares),
      );
      await insertRows(
        transaction,
        'closing_letters',
        made.flatMap(({ letters }) => letters),
      );
    });
    await addEvents(db, size, count, along, times);
  });
  await db.updateTable('closing_settings').set({ letters: count }).execute();
  await refillPaidFigures(db);
}

function closingOf(number: number, size: FeedSize, along: Times['posts'], times: Times) {
  const at = timeOf(number, along);
  const age = (Date.now() - at) / day;
  const state = stateOf(number, age);
  const second = number % 10 === 1;
  // Both sides of a deal are of one agent.
  const agent = memberFor(second ? number - 1 : number, size);
  const other = (agent + 1) % size.members;
  const hasShare = number % 5 === 0 && size.members > 1;
  const entry = {
    ...blank,
    property: `${100 + number} ${streets[number % streets.length]}, Irvine`,
    kind: kindOf(number),
    price: (300_000 + ((number * 7_919) % 1_700_000)) * 100,
    fileNumber: `SE-${number}`,
    holderName: 'Shore Escrow',
    bothSides: number % 10 < 2,
    expectedOn: officeDay(new Date(at + 30 * day).toISOString()),
    coAgents: hasShare ? [{ user: memberId(other, times), rate: 25_00 }] : [],
  };
  const settlement = settleClosing(entry, noDecisionsYet, startFees);
  const reported_at = new Date(at).toISOString();
  const isPaid = state === 'paid' || state === 'archived';
  const isApproved = state === 'archived' || approvedStates.includes(state);
  const after = (days: number) => new Date(at + days * day).toISOString();
  const paid_on = isPaid ? officeDay(after(daysToPay)) : null;
  const hasPackage = isPaid || state === 'package-received' || state === 'funds-received';
  const id = idAt(at, number);
  const approved_at = isApproved ? after(2) : null;
  const closing = {
    id,
    deal_id: second ? idAt(timeOf(number - 1, along), number - 1) : id,
    agent_id: memberId(agent, times),
    agent_name: memberName(agent),
    ...columnsOfEntry(entry),
    gross: settlement.gross,
    fees: settlement.fees,
    kept: settlement.agentKeeps,
    counts_price: !second,
    decisions: JSON.stringify(noDecisions),
    schedule: isApproved ? JSON.stringify(startFees) : null,
    settlement: isApproved ? JSON.stringify(statementOf(settlement)) : null,
    approved_at,
    approver_name: isApproved ? 'Wanda Whole' : null,
    state,
    since: new Date(at + Math.min(age, isPaid ? daysToPay : 1) * day).toISOString(),
    version: 3,
    asked: '',
    package: '[]',
    package_at: hasPackage ? after(37) : null,
    promise_due: hasPackage ? addDays(officeDay(after(37)), 1) : null,
    promise_told: officeDay(now()),
    paid_on,
    paid_at: isPaid ? after(daysToPay) : null,
    payer_name: isPaid ? 'Wanda Whole' : null,
    method: isPaid ? 'Check 1042' : '',
    promise: isPaid ? (number % 9 ? 'kept' : 'broken') : null,
    fell_reason: '',
    reported_at,
    keep_from: paid_on ?? officeDay(reported_at),
  };
  const share = {
    id,
    closing_id: id,
    user_id: memberId(other, times),
    user_name: memberName(other),
    amount: 100_000,
    paid_on,
    reported_at,
  };
  const letter = {
    number: number + 1,
    closing_id: id,
    kind: 'letter',
    content: JSON.stringify({ pdf: { blocks: [] }, about: [], from: [] }),
    maker_name: 'Wanda Whole',
    withdrawn_reason: '',
    created_at: approved_at,
  };
  return { closing, shares: hasShare ? [share] : [], letters: isApproved ? [letter] : [] };
}

const blank = closingFields.parse({
  property: 'A street',
  kind: 'residential',
  price: 0,
  commission: { by: 'rate', rate: 2_50 },
});
const streets = ['Ocean View Dr', 'Harbor Blvd', 'Oak Lane', 'Canyon Ct', 'Marina Way'];
/** The columns as stored, without charges from other closings. */
const { carried: _, ...noDecisionsYet } = noDecisions;

const kindOf = (number: number) => {
  if (number % 10 === 9) return 'lease' as const;
  return number % 20 === 8 ? ('commercial' as const) : ('residential' as const);
};

/** By the days since the report. */
function stateOf(number: number, age: number): ClosingState {
  if (age < 3) return number % 3 === 1 ? 'changes-asked' : 'reported';
  if (number % 20 === 7) return 'fell-through';
  if (age < 5) return 'approved';
  if (age < 33) return 'letter-sent';
  if (age < 37) return 'closed';
  if (age < 39) return 'package-received';
  if (age < daysToPay) return 'funds-received';
  return age > 400 ? 'archived' : 'paid';
}

const statementOf = ({ payees, outcome, open: _, ...figures }: ReturnType<typeof settleClosing>) => ({
  ...figures,
  payees: payees.map((payee) => ({ ...payee, name: 'Wanda Whole' })),
  outcome: outcome.by,
  invoice: 'amount' in outcome ? outcome.amount : null,
  open: [],
});

async function addEvents(
  db: Database,
  size: FeedSize,
  closings: number,
  { begin, step }: Times['posts'],
  times: Times,
): Promise<void> {
  const { id, date, numbers } = shapeInSql(db, size, times);
  const each = sql.lit(events.length);
  const closing = sql`(n / ${each})`;
  const at = sql`(${sql.lit(begin)} + ${closing} * ${sql.lit(step)})`;
  const kind = sql`case n % ${each} ${sql.join(
    events.map((name, place) => sql`when ${sql.lit(place)} then ${sql.lit(name)}`),
    sql` `,
  )} end`;
  const rows = { what: 'events of closings', count: closings * events.length };
  await addRows(db, rows, (transaction, from, to) =>
    sql`insert into closing_events (id, closing_id, kind, actor_name, text, created_at)
      select ${id(at, sql`n`)}, ${id(at, closing)}, ${kind}, 'The office', '', ${date(sql`${at} + n % ${each}`)}
      from ${numbers(from, to)}`.execute(transaction),
  );
}
