/** Dues that closings keep: their decisions name them, the approval keeps them, and its end frees them. */

import type { DeductionKind } from '../../../shared/closings/closing.ts';
import { addDays, formatDay, today } from '../../../shared/dates.ts';
import { daysBetweenReminders, dueAmount } from '../../../shared/dues/dues.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import type { DueRow } from '../../tables/dues.ts';
import { columnOfDue } from '../bookkeeping/paid-figures.ts';
import { settleMember } from '../member-files/settle.ts';
import { adoptCharges } from './adopt-charges.ts';
import { settleOwners } from './annual-fee-ticks.ts';
import { type By, changeDues, dueColumns, insertDue, keptText, lockDues, openAgain } from './due-rows.ts';
import { duesSettings } from './dues-settings.service.ts';

type Db = Database | DatabaseTransaction;

interface Keeper {
  id: string;
  agent_id: string | null;
  property: string;
}

const maxOffered = 50;

/** The open dues of the agent, and those that this closing keeps, in the order they came. */
export const duesFor = ({ id, agent_id }: Pick<Keeper, 'id' | 'agent_id'>, db: Db) =>
  db
    .selectFrom('dues')
    .leftJoin('closings', 'closings.id', 'dues.from_closing')
    .select(['dues.id', 'label', 'amount', 'reason', 'dues.created_at', 'closings.property'])
    .select(['dues.annual_on', 'dues.from_closing', 'dues.credit_of'])
    .where('dues.user_id', '=', agent_id)
    .where((e) => e.or([e('dues.state', '=', 'open'), e('dues.closing_id', '=', id)]))
    .orderBy('dues.created_at')
    .orderBy('dues.id')
    .limit(maxOffered)
    .execute();

/** Those among these dues that this closing can keep. */
export const freeDues = (db: Db, { id, agent_id }: Pick<Keeper, 'id' | 'agent_id'>, ids: readonly string[]) =>
  db
    .selectFrom('dues')
    .select(['id', 'annual_on'])
    .where('id', 'in', ids)
    .where('user_id', '=', agent_id)
    .where((e) => e.or([e('state', '=', 'open'), e('closing_id', '=', id)]))
    .execute();

interface Deduction {
  kind: DeductionKind;
  reason: string;
}

/** How a due stands in the statement of the closing that keeps it. */
export const deductionOf = ({
  label,
  reason,
  annual_on,
  from_closing,
  credit_of,
}: Pick<DueRow, 'label' | 'reason' | 'annual_on' | 'from_closing' | 'credit_of'>): Deduction => ({
  kind: annual_on !== null ? 'annual' : from_closing !== null ? 'carried' : 'other',
  reason: annual_on !== null || credit_of !== null ? reason || label : `${label}: ${reason}`,
});

export async function deductionsOf(
  db: Db,
  ids: readonly string[],
): Promise<(Deduction & { amount: number })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('dues')
    .select(['label', 'amount', 'reason', 'annual_on', 'from_closing', 'credit_of'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...deductionOf(row), amount: Number(row.amount) }));
}

/**
 * Keeps these dues from a closing that is approved, and with `annual` also the oldest open annual fee of its agent. Two
 * closings cannot keep the same: its row is changed only while it is open.
 * @returns how many of `ids` it keeps
 */
export async function keepDues(
  transaction: DatabaseTransaction,
  by: By,
  { id, agent_id, property }: Keeper,
  { ids, annual }: { ids: readonly string[]; annual: boolean },
): Promise<number> {
  if (ids.length > 0) await adoptCharges(transaction, ids);
  const wanted = [...ids];
  const fee = annual && agent_id !== null ? await oldestOpenFee(transaction, agent_id, ids) : undefined;
  if (fee) wanted.push(fee);
  if (wanted.length === 0) return 0;
  const kept = await transaction
    .updateTable('dues')
    .set({ state: 'kept', closing_id: id, tell_on: null })
    .where('id', 'in', wanted)
    .where('state', '=', 'open')
    .where('user_id', '=', agent_id)
    .returning(dueColumns)
    .execute();
  const text = `${keptText} ${property}`;
  await changeDues(
    transaction,
    by,
    kept.map((row) => ({ row, changes: {}, text })),
  );
  // As earlier versions read it.
  await transaction.updateTable('closing_charges').set({ taken_by: id }).where('id', 'in', wanted).execute();
  if (agent_id !== null && kept.length > 0) await settleMember(transaction, agent_id);
  return kept.filter((row) => row.id !== fee).length;
}

async function oldestOpenFee(db: Db, agent: string, but: readonly string[]): Promise<string | undefined> {
  const fees = await annualFeesOf(db, agent);
  return fees.find(({ id, state }) => state === 'open' && !but.includes(id))?.id;
}

/** Those that are not void, the oldest first. */
const annualFeesOf = (db: Db, agent: string) =>
  db
    .selectFrom('dues')
    .leftJoin('closings', 'closings.id', 'dues.closing_id')
    .select(['dues.id', 'dues.amount', 'dues.state', 'dues.closing_id', 'closings.property'])
    .where('dues.user_id', '=', agent)
    .where('annual_on', 'is not', null)
    .where('dues.state', '!=', 'void')
    .orderBy('annual_on')
    .execute();

/**
 * The annual fee (in cents) that this closing keeps or, with `annual` as a deduction, would keep: the oldest open one. While
 * another closing keeps the last one, it is that. Null for an agent who owes none.
 */
export async function annualFeeDue(
  db: Db,
  { id, agent_id }: Pick<Keeper, 'id' | 'agent_id'>,
): Promise<{ amount: number; isOpen: boolean } | null> {
  if (agent_id === null) return null;
  const fees = await annualFeesOf(db, agent_id);
  const last = fees.at(-1);
  const fee =
    fees.find(({ closing_id }) => closing_id === id) ??
    fees.find(({ state }) => state === 'open') ??
    (last?.state === 'kept' ? last : undefined);
  return fee ? { amount: Number(fee.amount), isOpen: fee.state === 'open' } : null;
}

const keptBy = (db: Db, closing: string): Promise<DueRow[]> =>
  db.selectFrom('dues').select(dueColumns).where('closing_id', '=', closing).orderBy('id').execute();

/** The closing keeps nothing any more: another one can. */
export async function freeDuesOf(
  transaction: DatabaseTransaction,
  by: By,
  { id, property }: Pick<Keeper, 'id' | 'property'>,
): Promise<void> {
  await transaction
    .updateTable('closing_charges')
    .set({ taken_by: null })
    .where('taken_by', '=', id)
    .execute();
  const kept = await keptBy(transaction, id);
  if (kept.length === 0) return;
  const ids = kept.map((row) => row.id);
  const rows = [...(await lockDues(transaction, ids)).values()];
  const text = `open again: the closing at ${property} keeps it no more`;
  await changeDues(
    transaction,
    by,
    rows.map((row) => ({ row, changes: { ...openAgain, tell_on: row.due_on }, text })),
  );
  await settleOwners(transaction, by, rows);
}

/**
 * A correction of the paid closing that deducted these dues opens them again.
 * @returns what they were, in cents by kind, and their labels
 * @throws 404; 400 for one that this closing does not keep
 */
export async function freeByCorrection(
  transaction: DatabaseTransaction,
  by: By,
  { id, property }: Pick<Keeper, 'id' | 'property'>,
  { dues, reason }: { dues: readonly string[]; reason: string },
): Promise<{ amounts: Record<ReturnType<typeof columnOfDue>, number>; labels: string[] }> {
  const amounts = { annual: 0, carried: 0, charged: 0 };
  if (dues.length === 0) return { amounts, labels: [] };
  const rows = [...(await lockDues(transaction, dues)).values()];
  for (const row of rows) {
    if (row.closing_id !== id)
      throw invalid(`This closing does not deduct “${row.label}” of ${row.user_name}`, 'dues');
    amounts[columnOfDue(row)] += row.amount;
  }
  const tell_on = addDays(today(), daysBetweenReminders);
  const text = `open again: a correction of the closing at ${property} frees it. ${reason}`;
  await changeDues(
    transaction,
    by,
    rows.map((row) => {
      const opened_from = row.opened_from === id ? null : row.opened_from;
      return { row, changes: { ...openAgain, opened_from, tell_on, keep_from: row.due_on }, text };
    }),
  );
  await settleOwners(transaction, by, rows);
  // As earlier versions read it.
  await transaction.updateTable('closing_charges').set({ taken_by: null }).where('id', 'in', dues).execute();
  return { amounts, labels: rows.map(({ label }) => label) };
}

/** The closing that keeps them is paid. */
export async function markKeptDues(
  transaction: DatabaseTransaction,
  by: By,
  { id, property }: Pick<Keeper, 'id' | 'property'>,
  { on, method }: { on: string; method: string },
): Promise<void> {
  const rows = await keptBy(transaction, id);
  const changes = {
    settled_on: on,
    method,
    settled_by: by?.id ?? null,
    settler_name: by?.name ?? '',
    keep_from: on,
  };
  const text = `paid on ${formatDay(on)} by the closing at ${property}`;
  await changeDues(
    transaction,
    by,
    rows.map((row) => ({ row, changes, text })),
  );
  await settleOwners(transaction, by, rows);
}

/** The property of another closing that keeps the last annual fee of the agent, while none is open. */
export async function feeKeptBy(
  db: Db,
  { id, agent_id }: Pick<Keeper, 'id' | 'agent_id'>,
): Promise<string | null> {
  if (agent_id === null) return null;
  const fees = await annualFeesOf(db, agent_id);
  const last = fees.at(-1);
  if (fees.some(({ state }) => state === 'open') || last?.state !== 'kept' || last.closing_id === id)
    return null;
  return last.property;
}

/** Adds a charge that stays due of a closing that fell through. */
export async function addChargeOfFall(
  transaction: DatabaseTransaction,
  by: By,
  {
    id: fallen,
    agent_id,
    agent_was,
    agent_name,
  }: Pick<ClosingRow, 'id' | 'agent_id' | 'agent_was' | 'agent_name'>,
  charge: { id: string; label: string; amount: number; reason: string },
): Promise<void> {
  const { days } = await duesSettings(transaction);
  const day = today();
  const due = addDays(day, days);
  await insertDue(
    transaction,
    by,
    {
      ...charge,
      user_id: agent_id,
      user_was: agent_was,
      user_name: agent_name,
      charged_on: day,
      due_on: due,
      from_closing: fallen,
      tell_on: due,
    },
    `added: ${dueAmount(charge.amount)}, of a closing that fell through`,
  );
  if (agent_id !== null) await settleMember(transaction, agent_id);
}
