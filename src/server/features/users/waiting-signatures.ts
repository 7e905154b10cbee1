import { today } from '../../../shared/dates.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';

/**
 * Declines what a member has signed and the broker has not, so that it never comes into force after their agreement ended,
 * they left or were suspended (docs/security.md S17.14). With `askAgain` they can sign it once they are back. Call it under
 * the lock of the user.
 */
export async function declineWaiting(
  transaction: DatabaseTransaction,
  userId: string,
  { reason, askAgain }: { reason: string; askAgain: boolean },
): Promise<void> {
  const declined = await transaction
    .updateTable('agreements')
    .set({ state: 'declined', ended_on: today(), ended_reason: reason })
    .where('user_id', '=', userId)
    .where('state', '=', 'signed')
    .returning('id')
    .execute();
  if (declined.length === 0) return;
  const ids = declined.map(({ id }) => id);
  await (askAgain
    ? transaction
        .updateTable('agreement_asks')
        .set({ agreement_id: null })
        .where('agreement_id', 'in', ids)
        .execute()
    : transaction.deleteFrom('agreement_asks').where('agreement_id', 'in', ids).execute());
}
