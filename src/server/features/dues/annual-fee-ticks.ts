/**
 * The tick "annual fee received" of a member's checks and their annual fees say the same: each change of one changes the
 * other (docs/product.md P30.3).
 */

import { addDays, formatDay, today } from '../../../shared/dates.ts';
import { daysBetweenReminders } from '../../../shared/dues/dues.ts';
import type { MemberCheckKind } from '../../../shared/member-files/member-checks.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { DueRow } from '../../tables/dues.ts';
import { insertTicks } from '../member-files/insert-tick.ts';
import { tickStepsAbout } from '../member-files/open-plan.ts';
import { settleMember, settleMembers } from '../member-files/settle.ts';
import { currentFacts, standingChecks } from '../member-files/standing-checks.ts';
import { type By, changeDue, dueColumns, openAgain } from './due-rows.ts';

/**
 * The office has ticked the fee: that pays the oldest open one, or has it deducted as before where a paid closing did so, and
 * the tick stands once none is open. Or it has taken the
 * tick back: that opens the newest one, unless a closing that is not paid keeps it. Call it with the member's row locked.
 * @throws 409 for a tick while a closing that is not paid keeps the newest one, and none is open, or while a credit of the open
 * one waits
 */
export async function noteTickOfFee(
  transaction: DatabaseTransaction,
  by: By,
  { user, ticked, day }: { user: { id: string; name: string }; ticked: boolean; day: string },
): Promise<void> {
  const fees = await transaction
    .selectFrom('dues')
    .select(dueColumns)
    .where('user_id', '=', user.id)
    .where('annual_on', 'is not', null)
    .where('state', '!=', 'void')
    .orderBy('annual_on')
    .execute();
  const open = fees.find(({ state }) => state === 'open');
  const last = fees.at(-1);
  // The closing would deduct it, too: under Dues the payment is a credit.
  if (ticked && !open && last?.state === 'kept' && last.settled_on === null)
    throw new HttpError(409, [{ msg: 'A closing deducts this fee. Note the payment under Dues.' }]);
  if (ticked && open) {
    // The credit is a payment of this fee that was noted before: one check would count twice.
    const credit = await transaction
      .selectFrom('dues')
      .select('id')
      .where('credit_of', '=', open.id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (credit)
      throw new HttpError(409, [{ msg: 'A payment of this fee is noted as a credit. Go on under Dues.' }]);
    const settler = { settled_by: by?.id ?? null, settler_name: by?.name ?? '', tell_on: null };
    const closing = await closingThatDeducts(transaction, open);
    if (closing) {
      const { id, property, paid_on, method } = closing;
      const deducted = { ...settler, state: 'kept', closing_id: id, settled_on: paid_on, method } as const;
      await changeDue(transaction, by, open, deducted, `deducted from the closing at ${property}, as before`);
    } else {
      const paid = {
        ...settler,
        state: 'paid',
        settled_on: day,
        method: 'Ticked in the file',
        keep_from: day,
      } as const;
      await changeDue(transaction, by, open, paid, `paid on ${formatDay(day)}: ticked in the member’s file`);
    }
    await tickByDues(transaction, by, user);
  } else if (!ticked && !open && last && last.settled_on !== null && Number(last.amount) > 0) {
    const tell_on = addDays(today(), daysBetweenReminders);
    const changes = { ...openAgain, opened_from: last.closing_id ?? last.opened_from, tell_on };
    await changeDue(
      transaction,
      by,
      last,
      changes,
      'open again: the tick in the member’s file was taken back',
    );
    await settleMember(transaction, user.id);
  }
}

/** The paid closing that still deducts a fee whose tick was taken back: a payment of its own would count twice. */
const closingThatDeducts = (transaction: DatabaseTransaction, { opened_from }: DueRow) =>
  transaction
    .selectFrom('closings')
    .select(['id', 'property', 'paid_on', 'method'])
    .where('id', '=', opened_from)
    .executeTakeFirst();

type Member = { id: string; name: string };

/** Ticks the fee of a member without an open one, and takes the tick back of who has one. */
export const tickByDues = (transaction: DatabaseTransaction, by: By, user: Member): Promise<void> =>
  tickAllByDues(transaction, by, [user]);

/** As tickByDues, of several. */
async function tickAllByDues(
  transaction: DatabaseTransaction,
  by: By,
  users: readonly Member[],
): Promise<void> {
  if (users.length === 0) return;
  const ids = users.map(({ id }) => id);
  const rows = await transaction
    .selectFrom('dues')
    .select(['user_id', 'state', 'settled_on'])
    .where('user_id', 'in', ids)
    .where('annual_on', 'is not', null)
    .where('state', '!=', 'void')
    .orderBy('annual_on', 'desc')
    .execute();
  const feesOf = Map.groupBy(rows, ({ user_id }) => user_id ?? '');
  const standing = await standingChecks(transaction, ids, 'annual-fee');
  const facts = await currentFacts(transaction, ids);
  const ticks = users.flatMap((user) => {
    const fees = feesOf.get(user.id) ?? [];
    const tick = standing.get(user.id)?.['annual-fee'];
    const stands = tick !== undefined && tick.openAgain === null;
    const last = fees[0];
    // A closing that is not paid may keep the last one.
    const isOpen = fees.some(({ state }) => state === 'open') || last?.settled_on === null;
    const isSettled = !isOpen && last !== undefined;
    if (stands ? !isOpen : !isSettled) return [];
    const day = (isSettled && last.settled_on) || today();
    const kind: MemberCheckKind = 'annual-fee';
    return [{ user, kind, ticked: isSettled, day, note: 'By the dues', facts: facts.get(user.id) }];
  });
  await insertTicks(transaction, by, ticks);
  const paid = ticks.flatMap(({ user, ticked: isPaid }) => (isPaid ? user.id : []));
  await tickStepsAbout(transaction, by, paid, 'annual-fee');
  const ticked = new Set(ticks.map(({ user }) => user.id));
  await settleMembers(
    transaction,
    ids.filter((id) => !ticked.has(id)),
  );
}

/** After a change of dues: the ticks of the annual fee, and the files of the members, say the same. */
export async function settleOwners(
  transaction: DatabaseTransaction,
  by: By,
  rows: readonly DueRow[],
): Promise<void> {
  const fees = new Map<string, { id: string; name: string }>();
  for (const { user_id: id, user_name: name, annual_on } of rows)
    if (id !== null && annual_on !== null) fees.set(id, { id, name });
  const others = rows.flatMap(({ user_id }) => (user_id === null || fees.has(user_id) ? [] : [user_id]));
  await tickAllByDues(transaction, by, [...fees.values()]);
  await settleMembers(transaction, others);
}
