import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { discountLikesOf } from '../posts/likes.service.ts';
import { isLastActiveAdmin, lastAdminMessage } from './last-admin.ts';
import { lockUser } from './user-rows.ts';

/**
 * Deletes a user with their sessions, links, posts and likes. Their comments on others' posts stay, as those of a
 * former member (docs/product.md P6.13).
 * @throws 404 'User not found'; 400 for the last active admin
 */
export async function deleteUser(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('deleted'));
    await recordAuditEvent(transaction, actor, { action: 'user.deleted', object: user, details: user.email });
    await removeUser(transaction, id);
  });
}

/** For a user from `lockUser`; call it at the end of the transaction. */
export async function removeUser(transaction: DatabaseTransaction, id: string): Promise<void> {
  await blockNewRows(transaction, id);
  await discountLikesOf(transaction, id);
  await transaction.deleteFrom('users').where('id', '=', id).execute();
  await recordFeedEvent(transaction, { kind: 'reload' });
}

/** Foreign keys wait only for a changed key; the e-mail is one on PostgreSQL. A like added now would not be counted. */
async function blockNewRows(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.updateTable('users').set({ email: id }).where('id', '=', id).execute();
}
