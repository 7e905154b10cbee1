import type { BulkInvitation } from '../../../shared/users/bulk-invitations.contract.ts';
import { recordAuditEvent, recordAuditEvents } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { getList } from './bulk-invitations.service.ts';

/** Ends anyone's list; one that has ended stays as it is. @throws 404 'List not found' */
export async function stopList(db: Database, actor: Actor, id: string): Promise<BulkInvitation> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'users');
    const before = await getList(transaction, id);
    if (before.finished !== null && before.mails.waiting === 0) return before;
    await stopLists(transaction, actor, [id]);
    await recordAuditEvent(transaction, actor, {
      action: 'users.invitations-stopped',
      object: { id, name: before.file || 'Pasted list' },
    });
    return getList(transaction, id);
  });
}

/** Stops the lists of a user who loses their rights; call it after acquiring the lock 'users'. */
export async function stopListsOf(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const lists = await transaction
    .selectFrom('bulk_invitations')
    .select('id')
    .where('created_by', '=', userId)
    .execute();
  await stopLists(
    transaction,
    undefined,
    lists.map(({ id }) => id),
  );
}

/** Makes no more accounts of these lists and sends no more of their mails; accounts that were made stay. */
export async function stopLists(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('bulk_invitation_rows')
    .set({ result: 'stopped', reason: 'The list was stopped' })
    .where('list_id', 'in', ids)
    .where('result', '=', 'waiting')
    .execute();
  const unsent = await transaction
    .selectFrom('bulk_invitation_rows as row')
    .innerJoin('mails', 'mails.id', 'row.mail_id')
    .innerJoin('users', 'users.id', 'row.user_id')
    .select(['mails.id', 'users.id as user_id', 'users.name'])
    .where('row.list_id', 'in', ids)
    .where('mails.state', '=', 'waiting')
    .execute();
  // At most 5,000 rows a list, fewer than a statement may have parameters.
  for (let from = 0; from < unsent.length; from += 1000) {
    const some = unsent.slice(from, from + 1000);
    const mailIds = some.map(({ id }) => id);
    await transaction
      .updateTable('bulk_invitation_rows')
      .set({ reason: 'The list was stopped before the email was sent' })
      .where('mail_id', 'in', mailIds)
      .execute();
    await transaction.deleteFrom('mails').where('id', 'in', mailIds).execute();
    // Otherwise who asks for a new password is mailed the invitation.
    await transaction
      .deleteFrom('password_links')
      .where('kind', '=', 'invitation')
      .where(
        'user_id',
        'in',
        some.map(({ user_id }) => user_id),
      )
      .execute();
    await recordAuditEvents(
      transaction,
      actor,
      some.map(({ user_id, name }) => ({ action: 'invitation.revoked', object: { id: user_id, name } })),
    );
  }
  await transaction
    .updateTable('bulk_invitations')
    .set({ finished_at: now() })
    .where('id', 'in', ids)
    .where('finished_at', 'is', null)
    .execute();
}
