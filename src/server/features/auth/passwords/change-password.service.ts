/** Changing one's own password. */

import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { invalid, unauthenticated } from '../../../platform/http-error.ts';
import { queueMail } from '../../../platform/mail/queue-mail.ts';
import { passwordChangedMail } from '../account-mails.ts';
import { deleteKnownDevices } from '../sessions/known-devices.service.ts';
import { endOtherSessions } from '../sessions/own-sessions.service.ts';
import { deleteTickets } from '../sessions/tickets.ts';
import { countFailedSignIn } from './failed-sign-ins.ts';
import { deletePasswordLinks } from './password-links.service.ts';
import { rejectWeakPassword } from './password-rules.ts';
import { hashPassword, settingPassword, verifyPassword } from './passwords.ts';

const samePasswordMessage = 'The new password must not be the present one';

/**
 * Sets the actor's password, ends their other sessions, deletes their devices and emailed links, and notifies them by
 * email.
 * @throws 400 for a weak password, for the current one, and when `current` is sent and wrong; 401 when the session has
 * ended in between
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  { password, current }: { password: string; current?: string | undefined },
  brokerage: Brokerage,
): Promise<void> {
  await rejectWeakPassword(password, actor, brokerage);
  await settingPassword(actor.email, async () => {
    // Do not hash for a session that a concurrent change has ended.
    if (!(await sessionStands(db, actor))) throw unauthenticated();
    if (current !== undefined && !(await isCurrentPassword(db, actor, current))) {
      await countFailedSignIn(db, actor.id, undefined, brokerage);
      throw invalid('The current password is not right', 'current');
    }
    if (await isCurrentPassword(db, actor, password)) throw invalid(samePasswordMessage, 'password');
    await replacePassword(db, actor, await hashPassword(password), brokerage);
  });
}

async function isCurrentPassword(db: Database, actor: Actor, password: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirst();
  return verifyPassword(password, user?.password_hash ?? null);
}

async function replacePassword(
  db: Database,
  actor: Actor,
  passwordHash: string,
  brokerage: Brokerage,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // First, as it locks the row: orders this against a concurrent reset or suspension.
    await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash, failed_sign_ins: 0 })
      .where('id', '=', actor.id)
      .execute();
    if (!(await sessionStands(transaction, actor))) throw unauthenticated();
    await endOtherSessions(transaction, actor);
    await deleteKnownDevices(transaction, actor.id);
    await deletePasswordLinks(transaction, actor.id);
    await deleteTickets(transaction, actor.id);
    const notice = passwordChangedMail(actor, brokerage, 'every other device');
    await queueMail(transaction, notice, { userId: actor.id });
  });
}

async function sessionStands(db: Database, { session }: Actor): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst();
  return row !== undefined;
}
