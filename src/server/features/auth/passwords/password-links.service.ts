/**
 * Invitations and resets. The lifetimes also stand in words: in default-mail-texts.ts, on the screens, in
 * the help of `npm run user`.
 */

import { sql } from 'kysely';
import type { PasswordLink } from '../../../../shared/auth/auth.contract.ts';
import { currentPolicy } from '../../../../shared/privacy/policy-versions.ts';
import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import { day, minute, second } from '../../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/database.ts';
import { fromNow, now } from '../../../platform/db/ids.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import { acquireLock } from '../../../platform/db/locks.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { addHits, limits } from '../../../platform/http/rate-limits.ts';
import { HttpError, invalid } from '../../../platform/http-error.ts';
import { isLinkAlive, queueMail } from '../../../platform/mail/queue-mail.ts';
import { queueSealedLetter } from '../../../platform/mail/sealed-letter.ts';
import type { LetterParts, Parts } from '../../../platform/parts.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import type { PasswordLinkRow, UserRow } from '../../../tables/users.ts';
import { wordsOf } from '../../mail-texts/mail-texts.service.ts';
import { toLetter } from '../../mail-texts/render-mail-text.ts';
import { readHeldAccounts } from '../../member-files/held.ts';
import { openPlan } from '../../member-files/open-plan.ts';
import { askNewMember } from '../../member-files/page-asks.ts';
import { queueWebhook } from '../../webhooks/queue-webhook.ts';
import { passwordChangedMail } from '../account-mails.ts';
import type { Device } from '../sessions/known-devices.service.ts';
import { endSessionsOf, openSessionOnDevice, type SignedIn } from '../sessions/sessions.service.ts';
import { rejectWeakPassword } from './password-rules.ts';
import { hashPassword, settingPassword } from './passwords.ts';

/** Milliseconds (docs/security.md S1.4). */
const lifetimes = { reset: 30 * minute, invitation: 7 * day };

/**
 * Makes a one-time link for setting a user's password; returns its URL, which only that user may see. Its use proves the
 * address that it is mailed to; one that is handed over proves none.
 */
export async function offerPasswordLink(
  transaction: DatabaseTransaction,
  { userId, kind, mailedTo }: { userId: string; kind: PasswordLinkRow['kind']; mailedTo?: string },
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
      mailed_to: mailedTo ?? null,
    })
    .execute();
  // In the fragment, which never reaches a server or log. The base URL is configured: a Host header can be forged.
  return `${baseUrl}/reset-password/new#${token}`;
}

/**
 * Links that work at once. The number stays within the hourly email limit, and leaves a working link to a user who gets
 * no email.
 */
const maxLinks = 3;

/**
 * Queues the reset mail when a user signs in with this address, and the invitation when they have been invited and never
 * accepted; does the same work for others. Earlier links stay valid: a stranger's request must not disable the owner's.
 * Queues none within 2 minutes after another, while 3 links of a reset are active, or beyond 6 an hour.
 * @returns the user's id
 */
export async function mailResetLink(
  { db, config, sealing }: LetterParts & Pick<Parts, 'db'>,
  email: string,
): Promise<string | undefined> {
  const { brokerage } = config;
  return inTransaction(db, async (transaction) => {
    // Also for an unknown address, so that both take the same time.
    const words = {
      reset: await wordsOf(transaction, 'reset'),
      invitation: await wordsOf(transaction, 'invitation'),
    };
    const user = await lockUserByEmail(transaction, email);
    if (!user || (user.password_hash === null && !(await isInvited(transaction, user)))) {
      await writeDecoy(transaction);
      return undefined;
    }
    const kind = user.password_hash === null ? 'invitation' : 'reset';
    if (!(await mayMailLink(transaction, user.id, kind))) return user.id;
    const offered = { userId: user.id, kind, mailedTo: email } as const;
    const link = await offerPasswordLink(transaction, offered, brokerage.baseUrl);
    const letter = toLetter(words[kind], { to: user, url: link }, brokerage);
    await queueSealedLetter(transaction, sealing, letter, { userId: user.id, link: kind });
    return user.id;
  });
}

/** Not after an admin has revoked the invitation, nor for an imported account that got none. */
async function isInvited(
  transaction: DatabaseTransaction,
  { id, imported_at }: Pick<UserRow, 'id' | 'imported_at'>,
): Promise<boolean> {
  const last = await transaction
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', id)
    .where('action', 'in', ['invitation.sent', 'invitation.revoked'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? last.action === 'invitation.sent' : imported_at === null;
}

/** The user's row is locked, so that one of many concurrent requests gets through. */
async function mayMailLink(
  transaction: DatabaseTransaction,
  userId: string,
  kind: PasswordLinkRow['kind'],
): Promise<boolean> {
  const mails = await transaction
    .selectFrom('mails')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('link', '=', kind)
    .where('created_at', '>', fromNow(-limits.resetMail.seconds * second))
    .orderBy('created_at', 'desc')
    .limit(limits.resetMail.limit)
    .execute();
  const [newest] = mails;
  const paused = !newest || newest.created_at <= fromNow(-limits.resetPause.seconds * second);
  if (!paused || mails.length >= limits.resetMail.limit) return false;
  const links = await transaction
    .selectFrom('password_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .orderBy('expires_at', 'desc')
    .execute();
  const surplus = links.slice(maxLinks - 1).map(({ token_hash }) => token_hash);
  if (surplus.length === 0) return true;
  if (kind === 'reset') return false;
  // An invitation lasts for days: its oldest link gives way, unless it was handed over on paper.
  await transaction
    .deleteFrom('password_links')
    .where('token_hash', 'in', surplus)
    .where('mailed_to', 'is not', null)
    .execute();
  return true;
}

/** An empty commit would be faster and reveal that the address is unknown (ASVS 6.3.8). */
async function writeDecoy(transaction: DatabaseTransaction): Promise<void> {
  await addHits(transaction, 'reset:nobody', 1, fromNow(minute));
}

/** A no-op update to lock the row against a concurrent change of address or suspension. */
const lockUserByEmail = (transaction: DatabaseTransaction, email: string) =>
  transaction
    .updateTable('users')
    .set({ email })
    .where('email', '=', email)
    .where('suspended_at', 'is', null)
    .returning(['id', 'name', 'email', 'password_hash', 'imported_at'])
    .executeTakeFirst();

/** How long the use of a link is remembered. */
const rememberedFor = 7 * day;

const usedLink = () => new HttpError(409, [{ msg: 'You have already set your password with this link.' }]);

const invalidLink = () => invalid('This link is no longer valid. Please ask for a new one.');

/** A mailed link's purpose and email; does not consume it. @throws 400 when it is unknown or expired, 409 when it was used */
export async function readPasswordLink(db: Database, token: string): Promise<PasswordLink> {
  const { kind, email } = await openPasswordLink(db, token);
  return { kind, email };
}

async function openPasswordLink(db: Database, token: string): Promise<PasswordLink & { name: string }> {
  const link = await db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['password_links.kind', 'users.email', 'users.name'])
    .where('password_links.token_hash', '=', hashToken(token))
    .where('password_links.expires_at', '>', now())
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!link) throw await refusalOf(db, token);
  return link;
}

/** A second press, or a link that is opened again, is not told that something went wrong. */
async function refusalOf(db: Database | DatabaseTransaction, token: string): Promise<HttpError> {
  const used = await db
    .selectFrom('used_links')
    .innerJoin('users', 'users.id', 'used_links.user_id')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now())
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  return used ? usedLink() : invalidLink();
}

interface NewPassword {
  token: string;
  password: string;
  adult: boolean;
  /** The device token; '' requests one, undefined none. */
  device?: string | undefined;
}

/**
 * Sets a password by a mailed link; ends the user's sessions and deletes their other links. An invitation also stores
 * the confirmation of being an adult and signs in; other links return undefined.
 * @throws 400 when the link is unknown, expired or of a suspended user, for a weak password, and without the confirmation
 *   that an invitation needs; 409 when the link was used
 */
export async function setPasswordByLink(
  db: Database,
  { token, password, adult, ...given }: NewPassword,
  brokerage: Brokerage,
  device: Device,
): Promise<SignedIn | undefined> {
  // Hashing is expensive: check the link first.
  const { kind, email, name } = await openPasswordLink(db, token);
  if (kind === 'invitation' && !adult) throw invalid('Please confirm that you are 18 or older', 'adult');
  await rejectWeakPassword(password, { name, email }, brokerage);
  return settingPassword(email, async () => {
    // It may have been used while this call waited.
    await readPasswordLink(db, token);
    const passwordHash = await hashPassword(password);
    return inTransaction(db, async (transaction) => {
      const link = await consumePasswordLink(transaction, hashToken(token));
      const user = link && (await replacePassword(transaction, link.user_id, passwordHash));
      if (!user) throw await refusalOf(transaction, token);
      await rememberUse(transaction, token, link.user_id);
      if (link.mailed_to === user.email) await proveAddress(transaction, link.user_id);
      device.note?.({ userId: link.user_id });
      if (kind === 'invitation')
        return welcome(transaction, { id: link.user_id, ...user }, device, given.device);
      await queueMail(transaction, passwordChangedMail(user, brokerage), { userId: link.user_id });
      return undefined;
    });
  });
}

async function welcome(
  transaction: DatabaseTransaction,
  { id: userId, name, email }: { id: string; name: string; email: string },
  device: Device,
  deviceToken: string | undefined,
): Promise<SignedIn> {
  const moment = now();
  await transaction
    .updateTable('users')
    .set({ adult_confirmed_at: moment, policy_accepted: currentPolicy, last_sign_in_at: moment })
    .where('id', '=', userId)
    .execute();
  await askNewMember(transaction, userId);
  await openPlan(transaction, userId, 'on');
  await queueWebhook(transaction, {
    event: 'member.activated',
    about: { user_id: userId },
    data: async () => ({ _id: userId, name, email, activated: moment }),
  });
  return openSessionOnDevice(transaction, userId, device, { deviceToken, proof: 'password' });
}

/** Deleting the row claims the link: of concurrent uses only one finds it. */
const consumePasswordLink = (transaction: DatabaseTransaction, tokenHash: string) =>
  transaction
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now())
    .returning(['user_id', 'mailed_to'])
    .executeTakeFirst();

const rememberUse = (transaction: DatabaseTransaction, token: string, userId: string) =>
  transaction
    .insertInto('used_links')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: fromNow(rememberedFor) })
    .execute();

/** docs/security.md S15.1. */
const proveAddress = (transaction: DatabaseTransaction, userId: string) =>
  transaction.updateTable('users').set({ email_proven_at: now() }).where('id', '=', userId).execute();

/** An admin has seen the link of an invitation: its use no longer proves the address it was written to. */
export const handOverInvitation = (transaction: DatabaseTransaction, userId: string) =>
  transaction
    .updateTable('password_links')
    .set({ mailed_to: null })
    .where('user_id', '=', userId)
    .where('kind', '=', 'invitation')
    .execute();

/** The password first: a concurrent sign-in with the old one waits for the row, or its session is ended below. */
async function replacePassword(transaction: DatabaseTransaction, userId: string, passwordHash: string) {
  const user = await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash, failed_sign_ins: 0 })
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .returning(['name', 'email'])
    .executeTakeFirst();
  await endSessionsOf(transaction, userId);
  await deletePasswordLinks(transaction, userId);
  // A stranger who had the account may have made some.
  await transaction.deleteFrom('api_tokens').where('created_by', '=', userId).execute();
  return user;
}

/** Deletes a user's links, or those of one kind, and their unsent mails. */
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

/**
 * Deletes expired links and the mails that wait with them. One that was given up stays (docs/product.md P19.2), and one to
 * an account under a legal hold is given up now (P19.8).
 */
export async function deleteOldPasswordLinks(db: Database): Promise<void> {
  await deleteInBatches(db, 'password_links', sql`expires_at <= ${now()}`);
  await deleteInBatches(db, 'used_links', sql`expires_at <= ${now()}`);
  await inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'users');
    const held = await readHeldAccounts(transaction);
    // Literally the index's condition, or it is not used.
    const isOpen = sql<boolean>`link is not null and state <> 'sent'`;
    if (held.length > 0)
      await transaction
        .updateTable('mails')
        .set({ state: 'failed', last_error: 'Its link expired before it was sent' })
        .where(isOpen)
        .where('state', '=', 'waiting')
        .where('user_id', 'in', held)
        .where((mail) => mail.not(isLinkAlive(mail)))
        .execute();
    await transaction
      .deleteFrom('mails')
      .where(isOpen)
      .where('state', '=', 'waiting')
      .where((mail) => mail.not(isLinkAlive(mail)))
      .execute();
  });
}
