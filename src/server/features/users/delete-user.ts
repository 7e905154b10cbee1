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
 * Deletes a user with their sessions, links, posts and likes, whoever asks for it: an admin, or they themselves. Their
 * comments on the posts of others stay, as those of a former member (docs/product.md P6.13).
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

/** The deletion itself, of a user from `lockUser`; to be called at the end of the transaction. */
export async function removeUser(transaction: DatabaseTransaction, id: string): Promise<void> {
  await keepNewRowsFrom(transaction, id);
  await discountLikesOf(transaction, id);
  await transaction.deleteFrom('users').where('id', '=', id).execute();
  await recordFeedEvent(transaction, { kind: 'reload' });
}

/**
 * From here on no like of theirs can be added, which would be deleted uncounted. A foreign key only waits for a row
 * whose key is being changed; the e-mail address is one on PostgreSQL, and will not be needed any more.
 */
async function keepNewRowsFrom(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.updateTable('users').set({ email: id }).where('id', '=', id).execute();
}
