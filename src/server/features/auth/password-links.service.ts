import type { PasswordLink } from '../../../shared/auth.contract.ts';
import type { Brokerage } from '../../../shared/brokerage.ts';
import { day, minute, second } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import type { PasswordLinkRow } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addHits, limits } from '../../platform/http/rate-limits.ts';
import { invalid } from '../../platform/http-error.ts';
import { isLinkAlive, queueMail } from '../../platform/mail/queue-mail.ts';
import { passwordChangedMail, resetMail } from './account-mails.ts';
import type { Device } from './known-devices.service.ts';
import { rejectCommonPassword } from './password-rules.ts';
import { hashPassword, settingPassword } from './passwords.ts';
import { endSessionsOf, openSessionOnDevice, type SignedIn } from './sessions.service.ts';
import { hashToken, newToken } from './tokens.ts';

/** Milliseconds that a link can be used (docs/security.md S1.4). */
const lifetimes = { reset: 30 * minute, invitation: 7 * day };

/** Makes a link by which a user can set a password, once; answers its address, which must go to that user only. */
export async function offerPasswordLink(
  transaction: DatabaseTransaction,
  { userId, kind }: { userId: string; kind: PasswordLinkRow['kind'] },
  baseUrl: string,
): Promise<string> {
  const token = newToken();
  await transaction
    .insertInto('password_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      kind,
      expires_at: fromNow(lifetimes[kind]),
    })
    .execute();
  // In the fragment, which no server and no log ever sees; the address is the configured one, never the Host header's.
  return `${baseUrl}/reset-password/new#${token}`;
}

/**
 * So many links live at once. With their lifetime this keeps within the mails of an hour, and whoever finds no mail on
 * its way has a link that lives.
 */
const maxResetLinks = 3;

/**
 * Queues the reset mail when the address is that of somebody who signs in with it; else nobody is mailed, after the
 * same work. Asked again, it leaves the links that live as they are: a stranger who asks must not kill the one that the
 * owner has just been sent. No mail is queued within 2 minutes after another, while 3 links live, or beyond 6 an hour.
 */
export async function mailResetLink(db: Database, email: string, brokerage: Brokerage): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const user = await holdUserByEmail(transaction, email);
    if (!user) return writeForNobody(transaction);
    if (!(await mayMailResetLink(transaction, user.id))) return;
    const link = await offerPasswordLink(transaction, { userId: user.id, kind: 'reset' }, brokerage.baseUrl);
    await queueMail(transaction, resetMail(user, link, brokerage), { userId: user.id, link: 'reset' });
  });
}

/** The user's row is locked: of many who ask at once one gets through. */
async function mayMailResetLink(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  const links = await transaction
    .selectFrom('password_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('kind', '=', 'reset')
    .where('expires_at', '>', now())
    .limit(maxResetLinks)
    .execute();
  if (links.length === maxResetLinks) return false;
  const mails = await transaction
    .selectFrom('mails')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('link', '=', 'reset')
    .where('created_at', '>', fromNow(-limits.resetMail.seconds * second))
    .orderBy('created_at', 'desc')
    .limit(limits.resetMail.limit)
    .execute();
  const [newest] = mails;
  const paused = !newest || newest.created_at <= fromNow(-limits.resetPause.seconds * second);
  return paused && mails.length < limits.resetMail.limit;
}

/** A commit with nothing in it would be over at once, and whatever this server answers next be faster (ASVS 6.3.8). */
async function writeForNobody(transaction: DatabaseTransaction): Promise<void> {
  await addHits(transaction, 'reset:nobody', 1, fromNow(minute));
}

/** Writes the row as it is, which locks it: a link must not slip past a change of address or a suspension. */
const holdUserByEmail = (transaction: DatabaseTransaction, email: string) =>
  transaction
    .updateTable('users')
    .set({ email })
    .where('email', '=', email)
    // Whoever has not accepted the invitation yet needs that one: it asks for more than a password.
    .where('password_hash', 'is not', null)
    .where('suspended_at', 'is', null)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst();

const spent = () => invalid('This link is no longer valid. Please ask for a new one.');

/**
 * What a mailed link is for, and whose it is, without using it up: the form asks for what the link needs, and says
 * at once when there is no use in filling it in.
 * @throws 400 when the link is unknown, used or too old
 */
export async function readPasswordLink(db: Database, token: string): Promise<PasswordLink> {
  const link = await db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['password_links.kind', 'users.email'])
    .where('password_links.token_hash', '=', hashToken(token))
    .where('password_links.expires_at', '>', now())
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!link) throw spent();
  return link;
}

interface NewPassword {
  token: string;
  password: string;
  adult: boolean;
  /** The mark of a known device; '' asks for one, undefined for none. */
  device?: string | undefined;
}

/**
 * Sets a password by a mailed link and ends every session of the user. All other links of the user die with it.
 * Whoever accepts an invitation so confirms being an adult, which is kept with its time, and is signed in: returns
 * undefined for any other link.
 * @throws 400 when the link is unknown, used, too old or of a suspended user; 400 for a common password; 400 without
 *   the confirmation that an invitation needs
 */
export async function setPasswordByLink(
  db: Database,
  { token, password, adult, ...given }: NewPassword,
  brokerage: Brokerage,
  device: Device,
): Promise<SignedIn | undefined> {
  // Hashing is dear: only whoever holds a link may ask for it.
  const { kind, email } = await readPasswordLink(db, token);
  if (kind === 'invitation' && !adult) throw invalid('Please confirm that you are 18 or older', 'adult');
  await rejectCommonPassword(password);
  return settingPassword(email, async () => {
    // It may have been used while this one waited.
    await readPasswordLink(db, token);
    const passwordHash = await hashPassword(password);
    return inTransaction(db, async (transaction) => {
      const link = await consumePasswordLink(transaction, hashToken(token));
      const user = link && (await replacePassword(transaction, link.user_id, passwordHash));
      if (!user) throw spent();
      if (kind === 'invitation') return welcome(transaction, link.user_id, device, given.device);
      await queueMail(transaction, passwordChangedMail(user, brokerage), { userId: link.user_id });
      return undefined;
    });
  });
}

/** The first sign-in of somebody who has just accepted an invitation. */
async function welcome(
  transaction: DatabaseTransaction,
  userId: string,
  device: Device,
  mark: string | undefined,
): Promise<SignedIn> {
  const moment = now();
  await transaction
    .updateTable('users')
    .set({ adult_confirmed_at: moment, last_sign_in_at: moment })
    .where('id', '=', userId)
    .execute();
  return openSessionOnDevice(transaction, userId, device, mark);
}

/** Whoever deletes the row has it: of many uses at once the others find nothing. */
const consumePasswordLink = (transaction: DatabaseTransaction, tokenHash: string) =>
  transaction
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst();

/** The password first, then the sessions: a sign-in with the old one waits for the row or is ended with the rest. */
async function replacePassword(transaction: DatabaseTransaction, userId: string, passwordHash: string) {
  const user = await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .returning(['name', 'email'])
    .executeTakeFirst();
  await endSessionsOf(transaction, userId);
  await deletePasswordLinks(transaction, userId);
  return user;
}

/** Kills the links that were made for a user, or those of one kind, and takes back the mails that would bring them. */
export async function deletePasswordLinks(
  transaction: DatabaseTransaction,
  userId: string,
  kinds: PasswordLinkRow['kind'][] = ['invitation', 'reset'],
): Promise<void> {
  await transaction
    .deleteFrom('password_links')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute();
  await transaction
    .deleteFrom('mails')
    .where('user_id', '=', userId)
    .where('link', 'in', kinds)
    .where('state', '!=', 'sent')
    .execute();
}

/** Deletes the links that are over by time, and the mails that would still bring them. */
export async function deleteOldPasswordLinks(db: Database): Promise<void> {
  await db.deleteFrom('password_links').where('expires_at', '<=', now()).execute();
  await db
    .deleteFrom('mails')
    .where('link', 'is not', null)
    .where('state', '!=', 'sent')
    .where((mail) => mail.not(isLinkAlive(mail)))
    .execute();
}
