/** A member leaves, in one act (docs/product.md P24.16). */

import { endedStates } from '../../../shared/closings/closing-states.ts';
import type { Leaving, LeavingFields } from '../../../shared/compliance/compliance.contract.ts';
import { addDays, formatDay, today } from '../../../shared/dates.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { isActive } from '../../platform/db/active-users.ts';
import { byName } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import { endOfLeaving } from '../agreements/agreements.service.ts';
import { mayOwn } from '../leads/lead-changes.service.ts';
import { unassignLeadsOf } from '../leads/unassign-leads.ts';
import { addEntry, entriesOf, openFile, openNoticesOfLeaving } from '../member-files/entries.ts';
import { datesOf } from '../member-files/file-state.ts';
import { sayingWhatOpens } from '../member-files/open-again.ts';
import { openPlan } from '../member-files/open-plan.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { readSettings } from '../member-files/settings.ts';
import { settleMember } from '../member-files/settle.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import { isLastActiveAdmin, lastAdminMessage } from '../users/last-admin.ts';
import { suspendLocked } from '../users/suspension.service.ts';
import { findUser, type UserWithInvitation } from '../users/user-rows.ts';
import { declineWaiting } from '../users/waiting-signatures.ts';
import { readAsOffice } from './files.service.ts';
import { ownLeavingMail } from './leaving-mails.ts';
import { countLeads, countOpenClosings, tellOthers } from './tell-of-leaving.ts';

const maxClosings = 10;
const maxHeirs = 500;
/** Days ahead; a day of the far future is a slip of the pen. */
const maxAhead = 366;

/** @throws 404 'Member not found', also once the account has gone */
export async function readLeaving(db: Database, actor: Actor, id: string): Promise<Leaving> {
  const { user, name, left, findings } = await readAsOffice(db, actor, id);
  if (user === null) throw notFound('Member');
  const agreement = await inForce(db, user);
  const newest = await db
    .selectFrom('closings')
    .select(['id as _id', 'property', 'state'])
    .where('agent_id', '=', user)
    .where('state', 'not in', endedStates)
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .limit(maxClosings)
    .execute();
  const dues = await db
    .selectFrom('dues')
    .select((e) => [e.fn.countAll().as('count'), e.fn.sum<number | null>('amount').as('amount')])
    .where('user_id', '=', user)
    .where('state', '=', 'open')
    .where('amount', '>', 0)
    .executeTakeFirstOrThrow();
  const pages = await db
    .selectFrom('handbook_asks as ask')
    .innerJoin('handbook_pages as page', 'page.id', 'ask.page_id')
    .select((e) => e.fn.countAll().as('count'))
    .where('ask.user_id', '=', user)
    .where('ask.done_at', 'is', null)
    .where('page.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    _id: user,
    name,
    on: left,
    agreement: agreement ? { version: agreement.version, signed: agreement.signed_at } : null,
    closings: { count: await countOpenClosings(db, user), newest },
    dues: { count: Number(dues.count), amount: Number(dues.amount ?? 0) },
    pages: Number(pages.count),
    findings,
    leads: await countLeads(db, user),
    heirs: await heirsOf(db, user),
    noticeDays: (await readSettings(db)).leavingDays,
  };
}

const inForce = (db: Database | DatabaseTransaction, userId: string) =>
  db
    .selectFrom('agreements')
    .select(['version', 'signed_at'])
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .executeTakeFirst();

const heirsOf = (db: Database, userId: string) =>
  db
    .selectFrom('users')
    .select(['id as _id', 'name'])
    .where(isActive)
    .where(hasRight('recruiting'))
    .where('id', '!=', userId)
    .orderBy(byName(db, 'name'))
    .orderBy('id')
    .limit(maxHeirs)
    .execute();

/**
 * Notes the day with its notices. On that day the agreement ends, the leads go to who was chosen, and the account is
 * suspended: at once for today or an earlier day, else by carryOutLeavings, and the steps of leaving are open until then.
 * @throws 404 'Member not found'; 403 for oneself; 400 for the last active admin, one who leaves already, and a day or an
 * owner of the leads that cannot be
 */
export async function noteLeaving(
  parts: LetterParts & Pick<Parts, 'db' | 'mails'>,
  actor: Actor,
  id: string,
  fields: LeavingFields,
): Promise<Leaving> {
  const noted = await inTransaction(parts.db, async (transaction) => {
    await acquireLock(transaction, 'users');
    const file = await openFile(transaction, id);
    if (file.userId === null) throw notFound('Member');
    const user = await findUser(transaction, file.userId);
    await demandCanLeave(transaction, actor, user, { file: file.id, ...fields });
    const { on, reason, forCause, leadsTo } = fields;
    const isOver = on <= today();
    const agreement = (await inForce(transaction, user.id)) !== undefined;
    await sayingWhatOpens(transaction, user.id, async () => {
      const entry = await addEntry(transaction, actor, file, { kind: 'left', on, forCause, reason });
      await openNoticesOfLeaving(transaction, actor, file, entry._id, fields);
      if (isOver) return;
      await transaction
        .insertInto('leavings')
        .values({
          user_id: user.id,
          entry_id: entry._id,
          leaves_on: on,
          reason,
          leads_to: leadsTo,
          planned_by: actor.id,
          created_at: now(),
        })
        .execute();
      await openPlan(transaction, user.id, 'off', on);
    });
    await notifyOfOwn(transaction, user.id, {
      kind: 'file',
      actorId: actor.id,
      text: `You are noted as leaving on ${formatDay(on)}.`,
    });
    await queueMail(transaction, ownLeavingMail(user, { on, isOver, agreement }, parts.config.brokerage), {
      userId: user.id,
    });
    const about = { id: user.id, name: user.name, on, heir: leadsTo };
    await tellOthers(transaction, parts.config.brokerage, actor, about, 'leaves');
    await recordAuditEvent(transaction, actor, {
      action: 'member.leaving',
      object: user,
      details: `on ${on}${forCause ? ', for cause' : ''}: ${reason}`,
    });
    if (isOver) await carryOut(transaction, parts, user, fields, { actor, decidedBy: actor });
    return readLeaving(transaction, actor, user.id);
  });
  parts.mails.wake();
  return noted;
}

async function demandCanLeave(
  transaction: DatabaseTransaction,
  actor: Actor,
  user: UserWithInvitation,
  { file, on, leadsTo }: LeavingFields & { file: string },
): Promise<void> {
  if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('suspended'));
  if (await isSamePerson(transaction, actor.id, user.id))
    throw new HttpError(403, [
      { msg: 'This is your own account. Another admin has to note that you leave.' },
    ]);
  const { joined, left } = datesOf((await entriesOf(transaction, [file])).get(file) ?? []);
  if (left)
    throw invalid(
      `${user.name} is noted as leaving on ${formatDay(left.on)} already. Withdraw that day in their file to change it`,
    );
  if (joined !== null && on < joined)
    throw invalid(`The day must not be before they joined, ${formatDay(joined)}`, 'on');
  if (on > addDays(today(), maxAhead)) throw invalid('The day must be within a year', 'on');
  if (leadsTo !== null && (leadsTo === user.id || !(await mayOwn(transaction, leadsTo))))
    throw invalid('Leads must go to someone else with the right to recruiting', 'leadsTo');
}

type Doers = Parameters<typeof suspendLocked>[3];

/** Call it last, under the lock of the user. */
async function carryOut(
  transaction: DatabaseTransaction,
  parts: LetterParts,
  user: UserWithInvitation,
  { on, reason, leadsTo }: Pick<LeavingFields, 'on' | 'reason' | 'leadsTo'>,
  doers: Doers,
): Promise<void> {
  await endOfLeaving(transaction, doers.actor, user.id, { on, reason });
  await declineWaiting(transaction, user.id, { reason: 'The member has left', askAgain: false });
  await unassignLeadsOf(transaction, doers.actor, user.id, await heirOf(transaction, leadsTo));
  await settleMember(transaction, user.id);
  if (user.suspended_at === null) await suspendLocked(transaction, parts, user, doers);
}

/** Null once they may not recruit any more. */
async function heirOf(
  transaction: DatabaseTransaction,
  id: string | null,
): Promise<{ id: string; name: string } | null> {
  if (id === null || !(await mayOwn(transaction, id))) return null;
  return transaction
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Members in one run. */
const atOnce = 100;

/** Carries out what was noted for a day that is there now; a job, which can stop anywhere. The last active admin stays until another is. */
export async function carryOutLeavings(parts: LetterParts & Pick<Parts, 'db' | 'mails'>): Promise<void> {
  const due = await parts.db
    .selectFrom('leavings')
    .select('user_id')
    .where('leaves_on', '<=', today())
    .orderBy('leaves_on')
    .limit(atOnce)
    .execute();
  for (const { user_id } of due)
    await inTransaction(parts.db, (transaction) => carryOutPlanned(transaction, parts, user_id));
  if (due.length > 0) parts.mails.wake();
}

async function carryOutPlanned(
  transaction: DatabaseTransaction,
  parts: LetterParts,
  userId: string,
): Promise<void> {
  await acquireLock(transaction, 'users');
  const planned = await transaction
    .selectFrom('leavings')
    .select(['leaves_on', 'reason', 'leads_to', 'planned_by'])
    .where('user_id', '=', userId)
    .where('leaves_on', '<=', today())
    .executeTakeFirst();
  // Called off, or done by another process.
  if (!planned) return;
  const user = await findUser(transaction, userId);
  if (await isLastActiveAdmin(transaction, user)) return;
  await transaction.deleteFrom('leavings').where('user_id', '=', userId).execute();
  const leaving = { on: planned.leaves_on, reason: planned.reason, leadsTo: planned.leads_to };
  // The security log counts who has decided on it as who kept them from deciding (docs/security.md S17.10).
  const decidedBy = planned.planned_by === null ? undefined : { id: planned.planned_by };
  await carryOut(transaction, parts, user, leaving, { actor: undefined, decidedBy });
}
