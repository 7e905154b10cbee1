import { approvedStates } from '../../../shared/closings/closing-states.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';

const openStates = approvedStates.filter((state) => state !== 'paid');

/** Without the account, no one could see whether a closing pays who approved it (docs/security.md S18.6). @throws 400 */
export async function rejectOpenApprovals(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const open = await transaction
    .selectFrom('closings')
    .select('id')
    .where('approved_by', '=', userId)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  if (open)
    throw invalid(
      'This account approved closings that are not paid yet, so it cannot be deleted now. Suspend it until they are paid.',
    );
}
