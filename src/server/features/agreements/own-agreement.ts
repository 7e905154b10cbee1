import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { isLastActiveAdmin } from '../users/last-admin.ts';
import { lockUser } from '../users/user-rows.ts';
import { ownAgreementMail } from './agreement-mails.ts';

interface Act {
  /** Whether the agreement or application is the actor's own. */
  isOwn: boolean;
  /** In fixed words, such as 'approved'. */
  act: string;
  what: 'agreement' | 'application';
  id: string;
}

/**
 * Makes a change by an admin. If the agreement is their own, all admins and the security log learn of it; `mails.wake()`
 * afterwards.
 * @throws 403 for one's own, unless no one else is an active admin (docs/security.md S17.10)
 */
export async function tellingOfOwn<T>(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<Parts, 'config' | 'sealing'>,
  actor: Actor,
  { isOwn, act, what, id }: Act,
  change: () => Promise<T>,
): Promise<T> {
  if (!isOwn) return change();
  if (!(await isOnlyAdmin(transaction, actor)))
    throw new HttpError(403, [{ msg: 'This agreement is your own. Another admin has to work on it.' }]);
  const changed = await change();
  const path = what === 'application' ? `applications/${id}` : 'admin/agreement/signed';
  await tellAdmins(transaction, { sealing }, actor, {
    event: 'agreement.own',
    detail: `${what} ${id}: ${act}`,
    mail: (admin) => ownAgreementMail(admin, { actor: actor.name, act, path }, config.brokerage),
  });
  return changed;
}

const isOnlyAdmin = async (transaction: DatabaseTransaction, { id }: Actor): Promise<boolean> =>
  isLastActiveAdmin(transaction, await lockUser(transaction, id));
