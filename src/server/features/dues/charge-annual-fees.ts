/** Charges members the annual fee on its days. */

import { setImmediate } from 'node:timers/promises';
import { addDays, formatDay, laterDay, today } from '../../../shared/dates.ts';
import { type ChargeRule, isCoveredBy, lastChargeDay } from '../../../shared/dues/dues.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesOnDay } from '../agreements/terms.ts';
import { toEntries } from '../member-files/entries.ts';
import { datesOf, isSupervised, live } from '../member-files/file-state.ts';
import { type StandingCheck, standingChecks } from '../member-files/standing-checks.ts';
import { tickByDues } from './annual-fee-ticks.ts';
import { closingsDeducting } from './deducted-fees.ts';
import { insertDue, keptText } from './due-rows.ts';
import { chargesSince, storedDuesSettings } from './dues-settings.service.ts';

/** Members looked at in one query. */
const batch = 200;

/** Adds the annual fees that are charged by now, each once; safe in several processes at once. A job. */
export async function chargeAnnualFees(db: Database): Promise<void> {
  await chargesSince(db);
  let after = '';
  for (;;) {
    let query = db.selectFrom('users').select('users.id').where(isActive).orderBy('users.id').limit(batch);
    if (after !== '') query = query.where('users.id', '>', after);
    const ids = (await query.execute()).map(({ id }) => id);
    if (ids.length === 0) return;
    after = ids.at(-1) ?? '';
    for (const { user, on } of await toCharge(db, ids)) {
      await inTransaction(db, (transaction) => charge(transaction, user, on));
      await setImmediate();
    }
  }
}

interface Charge {
  user: string;
  on: string;
}

async function toCharge(db: Database | DatabaseTransaction, users: string[]): Promise<Charge[]> {
  const { rule } = await storedDuesSettings(db);
  const rows = await db
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author', 'user_id'])
    .where('user_id', 'in', users)
    .where('kind', 'in', ['joined', 'left', 'coverage', 'withdrawal'])
    .orderBy('id')
    .execute();
  const fees = await db
    .selectFrom('dues')
    .select(['user_id', 'annual_on', 'state'])
    .where('user_id', 'in', users)
    .where('annual_on', 'is not', null)
    .execute();
  const feesOf = Map.groupBy(fees, ({ user_id }) => user_id);
  return [...Map.groupBy(rows, ({ user_id }) => user_id)].flatMap(([user, its]) => {
    const entries = toEntries(its);
    const on = chargeDay(rule, entries);
    if (user === null || on === null) return [];
    const leavings = live(entries, 'left').map(({ details }) => details.on);
    const isCharged = (feesOf.get(user) ?? []).some(({ annual_on, state }) => {
      if (annual_on === null) return false;
      if (annual_on === on) return true;
      // Another rule, or a corrected day of joining, charges nothing of before the last fee.
      if (annual_on > on) return state !== 'void';
      const leftSince = leavings.some((left) => left >= annual_on && left <= on);
      return state !== 'void' && !leftSince && isCoveredBy(annual_on, on);
    });
    return isCharged ? [] : [{ user, on }];
  });
}

/** Null for who is not a member now. */
function chargeDay(rule: ChargeRule, entries: ReturnType<typeof toEntries>): string | null {
  const { joined, left } = datesOf(entries);
  const day = today();
  if (joined === null || (left && left.on <= day) || !isSupervised(entries)) return null;
  return lastChargeDay(rule, joined, day);
}

async function charge(transaction: DatabaseTransaction, id: string, day: string): Promise<void> {
  const user = await transaction
    .updateTable('users')
    .set({ id })
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst();
  // Their file may have changed since, or another process may have charged them.
  if (!user || !(await toCharge(transaction, [id])).some(({ on }) => on === day)) return;
  const { days, since } = await storedDuesSettings(transaction);
  const { annual: amount } = await feesOnDay(transaction, id, day);
  const isNews = since !== null && day >= since;
  const tick = (await standingChecks(transaction, [id])).get(id)?.['annual-fee'];
  // A tick of an earlier stay is open again.
  const ticked =
    tick && tick.openAgain === null && (await countsFor(transaction, tick, id, day)) ? tick : undefined;
  const before = await deductedBefore(transaction, { user: id, day, amount });
  // A tick of what a closing deducts is no second payment.
  const deducted = before && (!ticked || isCoveredBy(before.approved, day)) ? before : undefined;
  const paid = deducted ? undefined : ticked;
  await insertDue(
    transaction,
    undefined,
    {
      user_id: id,
      user_name: user.name,
      label: `Annual fee ${day.slice(0, 4)}`,
      reason: `For the year from ${formatDay(day)}`,
      amount,
      annual_on: day,
      charged_on: day,
      due_on: addDays(day, days),
      ...(deducted ? keptBy(deducted) : stateOf(amount, day, paid)),
      tell_on: isNews && amount > 0 && !paid && !deducted ? laterDay(day, today()) : null,
    },
    howCharged(paid, deducted),
  );
  await tickByDues(transaction, undefined, user);
}

function stateOf(amount: number, day: string, paid: StandingCheck | undefined) {
  if (paid)
    return {
      state: 'paid',
      settled_on: paid.day,
      method: 'Ticked in the file',
      settled_reason: paid.note,
      settler_name: paid.by,
    } as const;
  if (amount === 0)
    return { state: 'waived', settled_on: day, settled_reason: 'No annual fee by the agreement' } as const;
  return {};
}

function howCharged(paid: StandingCheck | undefined, deducted: Deducting | undefined): string {
  if (paid) return `charged; ticked as received on ${formatDay(paid.day)} by ${paid.by}`;
  return deducted ? `charged; ${keptText} ${deducted.property}` : 'charged';
}

type Deducting = Awaited<ReturnType<typeof closingsDeducting>>[number];

const keptBy = ({ id, paid_on, method, payer_name }: Deducting) =>
  ({
    state: 'kept',
    closing_id: id,
    settled_on: paid_on,
    method: method ?? '',
    settler_name: payer_name ?? '',
  }) as const;

/**
 * The closing that has deducted this fee before it was charged: it keeps no other one, and was approved in the half year
 * before, after the earlier ones were settled. For the first fee of a member each such closing counts.
 */
async function deductedBefore(
  transaction: DatabaseTransaction,
  { user, day, amount }: { user: string; day: string; amount: number },
): Promise<Deducting | undefined> {
  if (amount === 0) return;
  const fees = await transaction
    .selectFrom('dues')
    .select(['closing_id', 'settled_on'])
    .where('user_id', '=', user)
    .where('annual_on', 'is not', null)
    .execute();
  return (await closingsDeducting(transaction, user)).find(
    ({ id, approved, amount: deducted }) =>
      deducted >= amount &&
      (fees.length === 0 || isCoveredBy(approved, day)) &&
      fees.every(({ closing_id, settled_on }) => closing_id !== id && (settled_on ?? '') < approved),
  );
}

/** A tick counts for the first fee of a member, and for one that is charged by its day, unless it settled another. */
async function countsFor(
  transaction: DatabaseTransaction,
  tick: StandingCheck,
  user: string,
  day: string,
): Promise<boolean> {
  const before = await transaction
    .selectFrom('dues')
    .select('settled_on')
    .where('user_id', '=', user)
    .where('annual_on', 'is not', null)
    .execute();
  if (before.length === 0) return true;
  return tick.day >= day && before.every(({ settled_on }) => settled_on !== tick.day);
}
