import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { isStaff, rightsLabel } from '../../../shared/users/rights.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { type AccountChange, othersRightsMail, rightsMail } from './user-mails.ts';
import type { UserWithInvitation } from './user-rows.ts';

/**
 * Tells all other admins what happens to the account of a user with rights in the office, and that user while the account
 * stays (docs/security.md S16.5). Call it before the deletion, in its transaction.
 */
export async function tellOfAccount(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  actor: Pick<Actor, 'name'>,
  user: UserWithInvitation,
  account: AccountChange,
): Promise<void> {
  if (!isStaff(user)) return;
  const change = { actor: actor.name, user: user.name, rights: rightsLabel(user), account };
  await mailAdmins(transaction, (admin) => othersRightsMail(admin, change, brokerage), [user.id]);
  if (user.password_hash === null || account === 'deleted') return;
  const mail = rightsMail(user, { signedOut: false, account }, brokerage);
  await queueMail(transaction, mail, { userId: user.id });
}
