import { endedStates } from '../../../shared/closings/closing-states.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';

/** @throws 400 while closingsActedOn finds any */
export async function rejectOpenApprovals(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const did = await closingsActedOn(transaction, userId);
  if (did !== null)
    throw invalid(
      `This account ${did} that are not paid yet, so it cannot be deleted now. Suspend it until they are paid.`,
    );
}

/**
 * Says in words what an account did with closings that are not paid yet; null for nothing. Without the account, no one
 * could see whether a closing pays who approved it, decided on it, or has changed it since (docs/security.md S18.6).
 */
export async function closingsActedOn(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<string | null> {
  const open = transaction.selectFrom('closings').select('closings.id').where('state', 'not in', endedStates);
  const approved = await open.where('approved_by', '=', userId).limit(1).executeTakeFirst();
  if (approved) return 'approved closings';
  const worked = await open
    .innerJoin('closing_events as act', 'act.closing_id', 'closings.id')
    .where('act.actor_id', '=', userId)
    .where('act.kind', 'in', ['decided', 'changed', 'linked'])
    .where((e) => e.or([e('agent_id', 'is', null), e('agent_id', '!=', userId)]))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('closing_events as later')
            .select('later.id')
            .whereRef('later.closing_id', '=', 'closings.id')
            .where('later.kind', '=', 'decided')
            .whereRef('later.created_at', '>', 'act.created_at'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return worked ? 'decided on closings or changed closings' : null;
}
