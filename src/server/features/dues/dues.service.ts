/** The office adds, settles and opens dues. */

import { addDays, formatDay, today } from '../../../shared/dates.ts';
import { storedEvents } from '../../../shared/dues/due-history.ts';
import type { Due, DuePaymentFields, NewDue } from '../../../shared/dues/dues.contract.ts';
import { daysBetweenReminders, dueAmount, dueStateLabels } from '../../../shared/dues/dues.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { DueRow } from '../../tables/dues.ts';
import { usersBehind } from '../member-files/same-person.ts';
import { settleMember } from '../member-files/settle.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { settleOwners } from './annual-fee-ticks.ts';
import {
  changeDue,
  changeDues,
  type DueChange,
  getDue,
  getDues,
  insertDue,
  keptText,
  lockDues,
  openAgain,
} from './due-rows.ts';
import { duesSettings } from './dues-settings.service.ts';

type OfficeParts = Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>;

/** @throws 403 for one's own, as tellingOfOwn; 404 'Member not found' */
export async function addDue(
  parts: OfficeParts,
  actor: Actor,
  { member, label, amount, reason, due }: NewDue,
  key: IdempotencyKey | undefined,
): Promise<Due> {
  const added = await onceInTransaction(parts.db, key, (transaction) =>
    tellingIfOwn(transaction, parts, actor, { users: [member], act: 'due added' }, async () => {
      const user = await transaction
        .updateTable('users')
        .set({ id: member })
        .where('id', '=', member)
        .returning(['id', 'name'])
        .executeTakeFirst();
      if (!user) throw notFound('Member');
      const { days } = await duesSettings(transaction);
      const day = today();
      const row = await insertDue(
        transaction,
        actor,
        {
          user_id: user.id,
          user_name: user.name,
          label,
          reason,
          amount,
          charged_on: day,
          due_on: due ?? addDays(day, days),
          tell_on: day,
        },
        `added: ${dueAmount(amount)}`,
      );
      if (!row) throw new Error('A due without a day was not added');
      await settleMember(transaction, user.id);
      return getDue(transaction, row.id);
    }),
  );
  parts.mails.wake();
  return added;
}

const ownerOf = ({ user_id, user_was }: DueRow): string | null => user_id ?? user_was;

/**
 * Makes a change of dues by the office; those of oneself are another's work.
 * @throws 403 for one's own, unless no one else is an active admin
 */
async function tellingIfOwn<T>(
  transaction: DatabaseTransaction,
  parts: OfficeParts,
  actor: Actor,
  { users, act }: { users: readonly (string | null)[]; act: string },
  change: () => Promise<T>,
): Promise<T> {
  const isOwn = (await usersBehind(transaction, [actor.id], users)).has(actor.id);
  return tellingOfOwn(transaction, parts, actor, { isOwn, act, what: 'due', id: actor.id }, change);
}

/**
 * All or none. A payment that is noted already, of that day by that method, stays as it is.
 * @throws 403 for one's own; 404; 400 for a day to come, or a due that is listed twice; 409 for one that is not open
 */
export async function notePayments(
  parts: OfficeParts,
  actor: Actor,
  payments: DuePaymentFields[],
): Promise<Due[]> {
  const ids = payments.map(({ due }) => due);
  if (new Set(ids).size < ids.length) throw invalid('List each due once', 'payments');
  if (payments.some(({ on }) => on > today()))
    throw invalid('The date must not be in the future', 'payments');
  const noted = await inTransaction(parts.db, async (transaction) => {
    const rows = await lockDues(transaction, ids);
    const users = [...rows.values()].map(ownerOf);
    return tellingIfOwn(transaction, parts, actor, { users, act: 'payment noted' }, async () => {
      const credited = await creditedAmong(transaction, ids);
      const paid: DueChange[] = [];
      for (const payment of payments) {
        const row = rows.get(payment.due);
        if (row) paid.push(...(await pay(transaction, actor, row, { payment, credited })));
      }
      await changeDues(transaction, actor, paid);
      await settleOwners(
        transaction,
        actor,
        paid.map(({ row }) => row),
      );
      return getDues(transaction, ids);
    });
  });
  parts.mails.wake();
  return noted;
}

/** Those of these dues that have a credit. */
async function creditedAmong(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<Set<string | null>> {
  const rows = await transaction
    .selectFrom('dues')
    .select('credit_of')
    .where('credit_of', 'in', ids)
    .execute();
  return new Set(rows.map(({ credit_of }) => credit_of));
}

/** The change of a payment, for all at once; it asks and writes by itself only where a closing has kept the due. */
async function pay(
  transaction: DatabaseTransaction,
  actor: Actor,
  row: DueRow,
  { payment: { on, method, credit }, credited }: { payment: DuePaymentFields; credited: Set<string | null> },
): Promise<DueChange[]> {
  if (row.state === 'paid' && row.settled_on === on && row.method === method) return [];
  if (row.state === 'kept' && row.amount > 0) {
    await payTwice(transaction, actor, row, { on, method, credit });
    return [];
  }
  await demandOpen(transaction, row);
  if (credited.has(row.id)) await demandNoCredit(transaction, row, { on, method });
  const changes = { ...settledBy(actor, 'paid', on), method };
  return [{ row, changes, text: `paid on ${formatDay(on)}: ${method}` }];
}

const settledBy = (actor: Actor, state: 'paid' | 'waived' | 'void', on: string) => ({
  state,
  settled_on: on,
  settled_by: actor.id,
  settler_name: actor.name,
  tell_on: null,
  keep_from: on,
});

/** A closing keeps it: what is paid now is owed to the member, once. */
async function payTwice(
  transaction: DatabaseTransaction,
  actor: Actor,
  row: DueRow,
  { on, method, credit }: Omit<DuePaymentFields, 'due'>,
): Promise<void> {
  const property = await propertyOf(transaction, row);
  const otherwise =
    row.settled_on === null
      ? 'withdraw that approval first'
      : 'free it by a correction of that closing first';
  if (!credit)
    throw conflict(
      `${nameOf(row)} is kept from the closing at ${property}: note the payment as a credit, or ${otherwise}`,
    );
  const credits = await liveCredits(transaction, row.id);
  if (credits.some(({ reason }) => reason.startsWith(paidBy({ on, method })))) return;
  // A credit of before it was kept again is of another payment.
  const since = keptSince(row);
  const open = credits.find(({ created_at, settled_on }) => created_at >= since && settled_on === null);
  if (open) throw conflict(`${nameOf(row)} has a credit already. ${open.reason}`.trim());
  const day = today();
  await insertDue(
    transaction,
    actor,
    {
      user_id: row.user_id,
      user_name: row.user_name,
      label: `Credit: ${row.label}`.slice(0, maxLabel),
      reason: `${paidBy({ on, method })}and kept from the closing at ${property}`,
      amount: -row.amount,
      charged_on: on,
      due_on: day,
      tell_on: day,
      credit_of: row.id,
    },
    `added: ${dueAmount(-row.amount)}`,
  );
  await changeDue(
    transaction,
    actor,
    row,
    {},
    `paid on ${formatDay(on)} as well: ${method}. A credit is open`,
  );
  if (row.user_id) await settleMember(transaction, row.user_id);
}

const maxLabel = 80;

/** A credit's reason begins with its payment. */
const paidBy = ({ on, method }: Pick<DuePaymentFields, 'on' | 'method'>): string =>
  `Paid on ${formatDay(on)} (${method}), `;

/** Those of a due that are not void, the oldest first. Its row is locked, so no other call adds one. */
const liveCredits = (transaction: DatabaseTransaction, due: string) =>
  transaction
    .selectFrom('dues')
    .select(['label', 'reason', 'settled_on', 'created_at'])
    .where('credit_of', '=', due)
    .where('state', '!=', 'void')
    .orderBy('id')
    .execute();

/** The moment from which a closing keeps it. */
const keptSince = ({ history, created_at }: DueRow): string =>
  storedEvents(history).findLast(({ text }) => text.includes(keptText))?.date ?? created_at;

/** A closing kept the due when this payment was noted as a credit, and has freed it since. */
async function demandNoCredit(
  transaction: DatabaseTransaction,
  row: DueRow,
  payment: Pick<DuePaymentFields, 'on' | 'method'>,
): Promise<void> {
  const credit = (await liveCredits(transaction, row.id)).find(({ reason }) =>
    reason.startsWith(paidBy(payment)),
  );
  if (credit)
    throw conflict(
      `This payment of ${nameOf(row)} is noted already as “${credit.label}”: void the credit first`,
    );
}

/** The payment of a void credit may stand as another credit, or as the payment of the due. @throws 409 */
async function demandNotedOnce(
  transaction: DatabaseTransaction,
  { reason }: DueRow,
  due: string,
): Promise<void> {
  const credits = await liveCredits(transaction, due);
  const paid = await transaction
    .selectFrom('dues')
    .select(['settled_on', 'method'])
    .where('id', '=', due)
    .where('state', '=', 'paid')
    .executeTakeFirst();
  const isPayment =
    paid?.settled_on && reason.startsWith(paidBy({ on: paid.settled_on, method: paid.method }));
  if (isPayment || credits.some((credit) => credit.reason === reason))
    throw conflict('The payment of this credit is noted already');
}

async function propertyOf(transaction: DatabaseTransaction, { closing_id }: DueRow): Promise<string> {
  if (closing_id === null) return 'a former address';
  const closing = await transaction
    .selectFrom('closings')
    .select('property')
    .where('id', '=', closing_id)
    .executeTakeFirst();
  return closing?.property ?? 'a former address';
}

const nameOf = ({ label, user_name }: DueRow): string => `“${label}” of ${user_name}`;
const conflict = (msg: string) => new HttpError(409, [{ msg }]);

/** @throws 409 with what settled it */
async function demandOpen(transaction: DatabaseTransaction, row: DueRow): Promise<void> {
  if (row.state === 'open') return;
  if (row.state === 'kept')
    throw conflict(`${nameOf(row)} is kept from the closing at ${await propertyOf(transaction, row)}`);
  const { settled_on, method, settled_reason, settler_name } = row;
  const how = [method, settled_reason].filter((text) => text !== '').join(', ');
  throw conflict(
    `${nameOf(row)} is ${dueStateLabels[row.state].toLowerCase()} since ${formatDay(settled_on ?? row.due_on)}${how && `: ${how}`}, noted by ${settler_name}`,
  );
}

const acts = {
  waive: { state: 'waived', act: 'waived' },
  void: { state: 'void', act: 'voided' },
} as const;

/** @throws 403 for one's own; 404; 409 for one that is not open */
export async function decideDue(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  { decision, reason }: { decision: keyof typeof acts; reason: string },
): Promise<Due> {
  const { state, act } = acts[decision];
  return byOffice(parts, actor, id, act, async (transaction, row) => {
    await demandOpen(transaction, row);
    const changes = { ...settledBy(actor, state, today()), settled_reason: reason };
    await changeDue(transaction, actor, row, changes, `${act}: ${reason}`);
  });
}

/** @throws 403 for one's own; 404; 409 for one that is open, and for what a closing keeps */
export async function takeBack(parts: OfficeParts, actor: Actor, id: string, reason: string): Promise<Due> {
  return byOffice(parts, actor, id, 'open again', async (transaction, row) => {
    if (row.state === 'open') throw conflict(`${nameOf(row)} is open`);
    if (row.state === 'kept') await demandOpen(transaction, row);
    if (row.credit_of !== null && row.state === 'void')
      await demandNotedOnce(transaction, row, row.credit_of);
    const changes = { ...openAgain, tell_on: addDays(today(), daysBetweenReminders), keep_from: row.due_on };
    await changeDue(
      transaction,
      actor,
      row,
      changes,
      `open again, was ${dueStateLabels[row.state].toLowerCase()}: ${reason}`,
    );
  });
}

async function byOffice(
  parts: OfficeParts,
  actor: Actor,
  id: string,
  act: string,
  change: (transaction: DatabaseTransaction, row: DueRow) => Promise<void>,
): Promise<Due> {
  const changed = await inTransaction(parts.db, async (transaction) => {
    const row = (await lockDues(transaction, [id])).get(id);
    if (!row) throw notFound('Due');
    return tellingIfOwn(transaction, parts, actor, { users: [ownerOf(row)], act: `due ${act}` }, async () => {
      await change(transaction, row);
      await settleOwners(transaction, actor, [row]);
      return getDue(transaction, id);
    });
  });
  parts.mails.wake();
  return changed;
}
