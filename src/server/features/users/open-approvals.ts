import { endedStates } from '../../../shared/closings/closing-states.ts';
import { signedStates } from '../../../shared/joining/applications.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';

/** @throws 400 with what `whyStillNeeded` says */
export async function rejectOpenApprovals(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const why = await whyStillNeeded(transaction, userId);
  if (why !== null) throw invalid(why);
}

/**
 * Says why an account cannot be deleted now; null if it can. Without the account, no one could see whether a closing pays
 * who approved it, decided on it, or has changed it since (docs/security.md S18.6), or whose own an application is that
 * someone has checked or approved (S17.10).
 */
export async function whyStillNeeded(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<string | null> {
  // An act of theirs that runs now is committed first, or finds the account suspended.
  await transaction.updateTable('users').set({ id: userId }).where('id', '=', userId).execute();
  const closings = (did: string) =>
    `This account ${did} that are not paid yet, so it cannot be deleted now. Suspend it until they are paid.`;
  if (await hasApproved(transaction, userId)) return closings('approved closings');
  if (await hasWorkedOnClosing(transaction, userId))
    return closings('decided on closings or changed closings');
  if (await hasWorkedOnApplication(transaction, userId))
    return 'This account checked or approved an application that the broker has not signed yet, so it cannot be deleted now. Suspend it until it is signed or declined.';
  return null;
}

const openClosings = (transaction: DatabaseTransaction) =>
  transaction.selectFrom('closings').select('closings.id').where('state', 'not in', endedStates).limit(1);

const hasApproved = async (transaction: DatabaseTransaction, userId: string): Promise<boolean> =>
  (await openClosings(transaction).where('approved_by', '=', userId).executeTakeFirst()) !== undefined;

async function hasWorkedOnClosing(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  const closing = await openClosings(transaction)
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
    .executeTakeFirst();
  return closing !== undefined;
}

const looks = ['license-checked', 'license-left-out'] as const;

async function hasWorkedOnApplication(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  const acts = await transaction
    .selectFrom('application_events as act')
    .innerJoin('applications', 'applications.id', 'act.application_id')
    .select(['act.kind', 'applications.state'])
    .where('act.by_id', '=', userId)
    .where('act.kind', 'in', [...looks, 'approved'])
    .where('applications.state', 'in', ['started', ...signedStates])
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('application_events as later')
            .select('later.id')
            .whereRef('later.application_id', '=', 'act.application_id')
            .whereRef('later.id', '>', 'act.id')
            .where((later) =>
              later.or([
                later('later.kind', '=', later.ref('act.kind')),
                later.and([later('later.kind', 'in', looks), later('act.kind', 'in', looks)]),
              ]),
            ),
        ),
      ),
    )
    .limit(100)
    .execute();
  return acts.some(({ kind, state }) => kind !== 'approved' || state === 'approved');
}
