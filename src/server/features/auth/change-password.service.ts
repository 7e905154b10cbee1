import type { Brokerage } from '../../../shared/brokerage.ts';
import { signInAgainMessage } from '../../../shared/sign-in-again.ts';
import { minute } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, unauthenticated } from '../../platform/http-error.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { passwordChangedMail } from './account-mails.ts';
import { deleteKnownDevices } from './known-devices.service.ts';
import { endOtherSessions } from './own-sessions.service.ts';
import { deletePasswordLinks } from './password-links.service.ts';
import { rejectCommonPassword } from './password-rules.ts';
import { hashPassword, settingPassword, verifyPassword } from './passwords.ts';

/**
 * The old password is not asked for, so whoever finds an open browser must not be able to do it
 * (docs/product.md P6.8).
 */
const maxSignInAge = 15 * minute;

const samePasswordMessage = 'The new password must not be the present one';

/**
 * Sets a new password for the actor, ends all their other sessions, forgets their devices, kills every mailed link and tells them by mail.
 * @throws 400 when they signed in more than 15 minutes ago; 400 'Password is too common' or for the present one; 401 when the session has
 *   been ended meanwhile
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  password: string,
  brokerage: Brokerage,
): Promise<void> {
  if (actor.session.createdAt < fromNow(-maxSignInAge)) throw invalid(signInAgainMessage);
  await rejectCommonPassword(password);
  await settingPassword(actor.email, async () => {
    // Another change may have been made while this one waited; nothing is hashed for a session that it has ended.
    if (!(await sessionStands(db, actor))) throw unauthenticated();
    if (await isPresent(db, actor, password)) throw invalid(samePasswordMessage, 'password');
    await replacePassword(db, actor, await hashPassword(password), brokerage);
  });
}

async function isPresent(db: Database, actor: Actor, password: string): Promise<boolean> {
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
    // First, as it locks the row: a reset or a suspension at the same time is over then, or waits and ends the session.
    await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', actor.id)
      .execute();
    if (!(await sessionStands(transaction, actor))) throw unauthenticated();
    await endOtherSessions(transaction, actor);
    await deleteKnownDevices(transaction, actor.id);
    await deletePasswordLinks(transaction, actor.id);
    const notice = passwordChangedMail(actor, brokerage, 'every other device');
    await queueMail(transaction, notice, { userId: actor.id });
  });
}

async function sessionStands(db: Database, { session }: Actor): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst();
  return row !== undefined;
}
