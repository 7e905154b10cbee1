import { erasedName, eraseNames } from '../../platform/audit/erase-names.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordErasures } from '../../platform/erasures/tombstones.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { hurryPurge, imagesOf } from '../images/images.service.ts';
import { eraseMemberNames } from '../leads/lead-events.service.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { discountLikesOf } from '../posts/likes.service.ts';
import { rejectHeld } from '../privacy/legal-holds.service.ts';
import { isLastActiveAdmin, lastAdminMessage } from './last-admin.ts';
import { lockUser } from './user-rows.ts';

/**
 * Deletes a user with their sessions, links, posts and likes. Their comments on others' posts stay, as those of a
 * former member (docs/product.md P6.13).
 * @throws 404 'User not found'; 400 for the last active admin and under a legal hold
 */
export async function deleteUser(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    await rejectHeld(transaction, user.email);
    if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('deleted'));
    await recordAuditEvent(transaction, actor, {
      action: 'user.deleted',
      object: { id, name: erasedName },
    });
    await removeUser(transaction, user);
    await recordErasures(transaction, 'user', [id]);
  });
}

/**
 * For a user from `lockUser`; call it at the end of the transaction. What stays loses the name (docs/product.md P19.2);
 * pictures that nothing else uses go with the next purge.
 */
export async function removeUser(
  transaction: DatabaseTransaction,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  await blockNewRows(transaction, id);
  await discountLikesOf(transaction, id);
  const images = await imagesOf(transaction, id);
  for (const table of ['lead_notes', 'lead_events'] as const)
    await transaction
      .updateTable(table)
      .set({ author_name: 'Former member' })
      .where('author_id', '=', id)
      .execute();
  await transaction.updateTable('reports').set({ details: null }).where('reporter_id', '=', id).execute();
  await transaction.deleteFrom('users').where('id', '=', id).execute();
  await hurryPurge(transaction, images);
  const names = await eraseNames(transaction, { ids: [id], user: { id, name }, email });
  await eraseMemberNames(transaction, names);
  await recordFeedEvent(transaction, { kind: 'reload' });
}

/** Foreign keys wait only for a changed key; the e-mail is one on PostgreSQL. A like added now would not be counted. */
async function blockNewRows(transaction: DatabaseTransaction, id: string): Promise<void> {
  await transaction.updateTable('users').set({ email: id }).where('id', '=', id).execute();
}
