/** Invitations to an account. */

import type { User } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { queueSealedLetter } from '../../platform/mail/sealed-letter.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import { deletePasswordLinks, offerPasswordLink } from '../auth/passwords/password-links.service.ts';
import { wordsOf } from '../mail-texts/mail-texts.service.ts';
import { toLetter } from '../mail-texts/render-mail-text.ts';
import { getUser, lockUser } from './user-rows.ts';

/** Queues an invitation, to be sent at once or at `dueAt`, and deletes the previous link. Returns the mail's id. */
export async function sendInvitation(
  transaction: DatabaseTransaction,
  { config: { brokerage }, sealing }: LetterParts,
  user: { id: string; name: string; email: string },
  dueAt?: string,
): Promise<string> {
  await deletePasswordLinks(transaction, user.id, ['invitation']);
  const link = await offerPasswordLink(
    transaction,
    { userId: user.id, kind: 'invitation', mailedTo: user.email },
    brokerage.baseUrl,
  );
  const words = await wordsOf(transaction, 'invitation');
  const letter = toLetter(words, { to: user, url: link }, brokerage);
  return queueSealedLetter(transaction, sealing, letter, { userId: user.id, link: 'invitation' }, dueAt);
}

/**
 * Sends another invitation, also when the previous one expired or was revoked.
 * @throws 404 'User not found'; 400 for a suspended user or one with a password
 */
export async function resendInvitation(
  parts: LetterParts & Pick<Parts, 'db'>,
  actor: Actor,
  id: string,
): Promise<User> {
  return inTransaction(parts.db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (user.suspended_at !== null) throw invalid('This user is suspended');
    if (user.password_hash !== null) throw invalid('This user has already set a password');
    await sendInvitation(transaction, parts, user);
    await recordAuditEvent(transaction, actor, { action: 'invitation.sent', object: user });
    return getUser(transaction, id);
  });
}

/** Deletes the link of an open invitation. @throws 404 'User not found', 'Invitation not found' */
export async function revokeInvitation(db: Database, actor: Actor, id: string): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (user.invited_until === null) throw notFound('Invitation');
    await deletePasswordLinks(transaction, id, ['invitation']);
    await recordAuditEvent(transaction, actor, { action: 'invitation.revoked', object: user });
    return getUser(transaction, id);
  });
}
