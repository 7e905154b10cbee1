import { sql } from 'kysely';
import { minute } from '../../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/database.ts';
import { fromNow, now } from '../../../platform/db/ids.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';

/** Between the password and the second factor (docs/security.md S1.12). */
const lifetime = 5 * minute;
const maxTries = 5;

/** For a user whose password was right; call it after locking the user's row. Returns the ticket. */
export async function openTicket(
  transaction: DatabaseTransaction,
  userId: string,
  tries = 0,
): Promise<string> {
  const ticket = newToken();
  await transaction
    .insertInto('sign_in_tickets')
    .values({ token_hash: hashToken(ticket), user_id: userId, tries, expires_at: fromNow(lifetime) })
    .execute();
  return ticket;
}

/** Counts a try and locks the ticket; undefined when it is used, expired or has had its tries. */
export async function tryTicket(
  transaction: DatabaseTransaction,
  ticket: string,
): Promise<{ userId: string; isLast: boolean } | undefined> {
  const row = await transaction
    .updateTable('sign_in_tickets')
    .set((ticket) => ({ tries: ticket('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(ticket))
    .where('tries', '<', maxTries)
    .where('expires_at', '>', now())
    .returning(['user_id', 'tries'])
    .executeTakeFirst();
  return row && { userId: row.user_id, isLast: row.tries >= maxTries };
}

export async function consumeTicket(transaction: DatabaseTransaction, ticket: string): Promise<void> {
  await transaction.deleteFrom('sign_in_tickets').where('token_hash', '=', hashToken(ticket)).execute();
}

/** A new password, a suspension or a reset ends sign-ins begun before. */
export async function deleteTickets(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
}

export async function deleteOldTickets(db: Database): Promise<void> {
  await deleteInBatches(db, 'sign_in_tickets', sql`expires_at <= ${now()}`);
}
