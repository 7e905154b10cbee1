import type { User } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import { endSessionsOf } from '../auth/sessions/sessions.service.ts';
import { factorsResetMail } from '../factors/factor-mails.ts';
import { removeAllFactors } from '../factors/factor-rows.ts';
import { endDeciding } from './end-office-work.ts';
import { getUser, lockUser } from './user-rows.ts';

/**
 * Removes all second factors of a user who has lost them, ends their sessions, API tokens, approving and signing, and
 * notifies them by email.
 * @param proof the user's proof of identity, for the audit log
 * @throws 404 'User not found'; 400 without a proof, for oneself, and for a user without a second factor
 */
export async function resetFactors(
  { db, ...parts }: LetterParts & Pick<Parts, 'db'>,
  actor: Actor,
  id: string,
  proof: string | undefined,
): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (proof === undefined) throw invalid('Proof is required', 'proof');
    if (user.id === actor.id) throw invalid('Your own two-step verification is in the account settings');
    if (!user.second_factor) throw invalid('This user has no two-step verification');
    await removeAllFactors(transaction, id);
    await endSessionsOf(transaction, id);
    await transaction.deleteFrom('api_tokens').where('created_by', '=', id).execute();
    await recordAuditEvent(transaction, actor, {
      action: 'second-factor.reset',
      object: user,
      details: proof,
    });
    await queueMail(transaction, factorsResetMail(user, parts.config.brokerage), { userId: id });
    await endDeciding(transaction, parts, actor, user, 'factors');
    return getUser(transaction, id);
  });
}
