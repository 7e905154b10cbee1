import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { notifyOfWork } from '../notifications/notifications.service.ts';

/**
 * Tells those who approve closings that a letter which was sent, and pays no one yet, says something else than it would now:
 * of the closings of a member, or of all. Call it in the transaction of the change (docs/product.md P29.7).
 */
export async function tellOfSentLetters(transaction: DatabaseTransaction, userId?: string): Promise<void> {
  let found = transaction
    .selectFrom('closings')
    .select('closings.id')
    .where('closings.paid_on', 'is', null)
    .where('closings.state', 'not in', ['fell-through', 'archived'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('closing_letters as letter')
          .select('letter.number')
          .whereRef('letter.closing_id', '=', 'closings.id')
          .where('letter.sent_at', 'is not', null)
          .where('letter.withdrawn_at', 'is', null),
      ),
    )
    .orderBy('closings.id');
  if (userId !== undefined)
    found = found.where(({ or, eb, selectFrom }) =>
      or([
        eb('closings.agent_id', '=', userId),
        eb(
          'closings.id',
          'in',
          selectFrom('closing_shares').select('closing_id').where('closing_shares.user_id', '=', userId),
        ),
      ]),
    );
  const closings = await found.execute();
  if (closings.length === 0) return;
  const { approvers } = await transaction
    .selectFrom('closing_settings')
    .select('approvers')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const named: { user: string }[] = JSON.parse(approvers);
  const ids = named.map(({ user }) => user);
  for (const { id } of closings)
    await notifyOfWork(transaction, ids, { event: 'reopened', objectId: id, actorId: null });
}
