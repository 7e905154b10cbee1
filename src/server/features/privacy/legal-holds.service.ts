import { sql } from 'kysely';
import type { LegalHold } from '../../../shared/privacy.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { type LegalHoldRow, legalHoldColumns } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';

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

/** From then on neither retention nor a deletion takes what belongs to this address. @throws 400 when it has one */
export async function placeLegalHold(
  db: Database,
  actor: Actor,
  { email, reason, reviewOn }: Pick<LegalHold, 'email' | 'reason' | 'reviewOn'>,
): Promise<LegalHold> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .insertInto('legal_holds')
      .values({ id: newId(), email, reason, review_on: reviewOn, placed_by: actor.id, placed_at: now() })
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

/** @throws 404 'Legal hold not found' */
export async function releaseLegalHold(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('legal_holds')
      .where('id', '=', id)
      .returning(legalHoldColumns)
      .executeTakeFirst();
    if (!row) throw notFound('Legal hold');
    await recordAuditEvent(transaction, actor, {
      action: 'legal-hold.released',
      object: { id, name: row.email },
      details: row.reason,
    });
  });
}

/** The condition that the e-mail address in this column is under no legal hold. */
export const notHeld = (
  column:
    | 'contact_requests.email'
    | 'lead.email'
    | 'lead.email'
    | 'users.email'
    | 'mails.recipient'
    | 'mails.reply_to'
    | 'privacy_requests.email',
) => sql<boolean>`not exists (select 1 from legal_holds where legal_holds.email = lower(${sql.ref(column)}))`;

export async function isHeld(db: Database, email: string): Promise<boolean> {
  const held = await db
    .selectFrom('legal_holds')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return held !== undefined;
}

/** @throws 400 when data of this address must not be deleted */
export async function rejectHeld(transaction: DatabaseTransaction, email: string): Promise<void> {
  if (await isHeld(transaction, email))
    throw invalid('This cannot be deleted for now, for legal reasons. Please write to the office.');
}

const toLegalHold = ({ id, email, reason, review_on, placed_at }: LegalHoldRow): LegalHold => ({
  _id: id,
  email,
  reason,
  reviewOn: review_on,
  reviewDue: review_on <= now().slice(0, 10),
  placed: placed_at,
});
