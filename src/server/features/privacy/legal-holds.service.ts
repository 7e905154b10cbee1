/** Legal holds, which keep data from being erased. */

import { today } from '../../../shared/dates.ts';
import type { LegalHold } from '../../../shared/privacy/privacy.contract.ts';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { type LegalHoldRow, legalHoldColumns } from '../../tables/privacy.ts';
import { heldBy } from '../member-files/held.ts';
import { accountsByLink, goneAt, type MarkingDatabase } from '../member-files/identities.ts';
import { personOf } from '../member-files/same-person.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { reviewMail } from './privacy-mails.ts';

/** Every legal hold, the earliest review first. */
export async function listLegalHolds(db: Database): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legal_holds')
    .select(legalHoldColumns)
    .orderBy('review_on')
    .orderBy('id')
    .execute();
  return rows.map(toLegalHold);
}

/**
 * From then on neither retention nor a deletion takes what belongs to this address.
 * @throws 400 when it has one, and while an erasure that was decided before is carried out
 */
export async function placeLegalHold(
  { db, sealing }: Pick<Parts, 'db' | 'sealing'>,
  actor: Actor,
  { email, reason, reviewOn }: Pick<LegalHold, 'email' | 'reason' | 'reviewOn'>,
): Promise<LegalHold> {
  return inTransaction(db, async (transaction) => {
    // Held by erasures until they are decided.
    await acquireLock(transaction, 'users');
    const gone = (await goneAt({ db: transaction, sealing }, [email])).get(email) ?? [];
    // Those that had the address before the audit log forgot it.
    const linked = await accountsByLink(transaction, gone);
    const accounts = JSON.stringify([...new Set([...gone, ...linked])]);
    await demandNoErasure({ db: transaction, sealing }, { email, accounts });
    const row = await transaction
      .insertInto('legal_holds')
      .values({
        id: newId(),
        email,
        reason,
        review_on: reviewOn,
        placed_by: actor.id,
        placed_at: now(),
        reminded_at: null,
        accounts,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(legalHoldColumns)
      .executeTakeFirst();
    if (!row) throw invalid('This person is under a legal hold already', 'email');
    await recordAuditEvent(transaction, actor, {
      action: 'legal-hold.placed',
      object: { id: row.id, name: email },
      details: `${reason} (review on ${reviewOn})`,
    });
    return toLegalHold(row);
  });
}

/** An erasure that was decided before goes on. @throws 400 for one of anything that the hold would reach */
async function demandNoErasure(
  { db, sealing }: MarkingDatabase,
  hold: Pick<LegalHoldRow, 'email' | 'accounts'>,
): Promise<void> {
  const running = await db
    .selectFrom('tombstones')
    .select(['id', 'email_hash'])
    .where('finished_at', 'is', null)
    .execute();
  if (running.length === 0) return;
  const { emails, accounts, marks } = await heldBy(db, [hold]);
  for (const email of emails) marks.add(sealing.mark(email));
  if (running.some(({ id, email_hash }) => accounts.includes(id) || marks.has(email_hash ?? '')))
    throw invalid('The data of this person is being erased already', 'email');
}

/** A review that is due is mailed again after it. */
const reminderPause = 7 * day;

/** Mails the office about legal holds whose day of review has come, again after a week; an hourly job. */
export async function remindOfReviews({ db, config, mails }: Parts): Promise<void> {
  const pause = fromNow(-reminderPause);
  const due = await inTransaction(db, async (transaction) => {
    const rows = await transaction
      .updateTable('legal_holds')
      .set({ reminded_at: now() })
      .where('review_on', '<=', today())
      .where((e) => e.or([e('reminded_at', 'is', null), e('reminded_at', '<', pause)]))
      .returning('id')
      .execute();
    if (rows.length > 0) await queueMail(transaction, reviewMail(rows.length, config.brokerage));
    return rows.length;
  });
  if (due > 0) mails.wake();
}

/**
 * All admins and the security log learn of one on the actor (docs/security.md S17.11).
 * @throws 404 'Legal hold not found'; 403 for one on the actor, as tellingOfOwn
 */
export async function releaseLegalHold(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await inTransaction(parts.db, async (transaction) => {
    await acquireLock(transaction, 'users');
    const row = await transaction
      .deleteFrom('legal_holds')
      .where('id', '=', id)
      .returning([...legalHoldColumns, 'accounts'])
      .executeTakeFirst();
    if (!row) throw notFound('Legal hold');
    const held: string[] = JSON.parse(row.accounts ?? '[]');
    const { emails, accounts } = await personOf(transaction, actor.id);
    const isOwn = emails.has(row.email) || held.some((id) => accounts.has(id));
    const own = { isOwn, act: 'released', what: 'hold', id } as const;
    await tellingOfOwn(transaction, parts, actor, own, () =>
      recordAuditEvent(transaction, actor, {
        action: 'legal-hold.released',
        object: { id, name: row.email },
        details: row.reason,
      }),
    );
  });
  parts.mails.wake();
}

const toLegalHold = ({ id, email, reason, review_on, placed_at }: LegalHoldRow): LegalHold => ({
  _id: id,
  email,
  reason,
  reviewOn: review_on,
  reviewDue: review_on <= today(),
  placed: placed_at,
});
