import { type ExpressionBuilder, sql } from 'kysely';
import { hour, minute } from '../../../shared/time.ts';
import type { Right } from '../../../shared/users/rights.ts';
import { type MailRow, mailColumns } from '../../tables/mails.ts';
import type { Tables } from '../../tables/tables.ts';
import type { PasswordLinkRow } from '../../tables/users.ts';
import { activeUsers } from '../db/active-users.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { fromNow, newId, now } from '../db/ids.ts';
import { isPostgres } from '../db/json-rows.ts';
import { holdsAreaOf, isOfStaff } from '../rights.ts';
import { inOfficeWords, type Wording } from './office-words.ts';

/** Duration of a claim: longer than any attempt (mail.worker.ts). */
const claim = 3 * minute;
const firstPause = minute;
const maxDelay = 6 * hour;
/** docs/security.md S7.1: retried for 3 days. */
const maxRetryTime = 72 * hour;

/** A mail from the brokerage. */
export interface Mail {
  to: string;
  /** Default: the brokerage. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** To a visitor who wrote by the form. */
  autoReply?: boolean;
  wording?: Wording<Mail>;
}

interface Belongings {
  userId?: string;
  link?: PasswordLinkRow['kind'];
  sealedLetter?: string;
  /** Id of a document to attach, read when the mail is sent. */
  documentId?: string;
  /** Is sent only while the user is active and has the right to that area; what their lost rights led to is dropped with them. */
  area?: Right | 'admin';
}

/**
 * Queues a mail in the caller's transaction, in the words of the office; returns its id. Call `parts.mails.wake()` after
 * the commit. For a mail with a link that lets its reader in see queueSealedLetter.
 */
export async function queueMail(
  transaction: DatabaseTransaction,
  mail: Mail,
  owner?: Pick<Belongings, 'userId' | 'area' | 'documentId'>,
): Promise<string> {
  const id = newId();
  await insertMail(transaction, id, await inOfficeWords(transaction, mail), owner);
  return id;
}

export async function insertMail(
  transaction: DatabaseTransaction,
  id: string,
  mail: Mail,
  owner?: Belongings,
  dueAt?: string,
): Promise<void> {
  const moment = now();
  await transaction
    .insertInto('mails')
    .values({
      id,
      user_id: owner?.userId ?? null,
      link: owner?.link ?? null,
      for_admins: owner?.area !== undefined,
      area: owner?.area ?? null,
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: oneLine(mail.subject).slice(0, 200),
      text: mail.text,
      html: mail.html ?? null,
      auto_reply: mail.autoReply ?? false,
      sealed_letter: owner?.sealedLetter ?? null,
      document_id: owner?.documentId ?? null,
      post_id: null,
      state: 'waiting',
      attempts: 0,
      first_attempt_at: null,
      next_attempt_at: dueAt ?? moment,
      last_error: null,
      created_at: moment,
      sent_at: null,
    })
    .execute();
}

/**
 * Queues one mail to each active user but `except`, in the words of the office, in one statement: members may be thousands.
 * Call `parts.mails.wake()` after the commit. @returns to how many
 */
export async function queueMailToMembers(
  transaction: DatabaseTransaction,
  mail: Mail,
  { postId, except }: { postId: string; except: string },
): Promise<number> {
  const { subject, text, html = null } = await inOfficeWords(transaction, mail);
  const moment = now();
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('mails')
    .columns([
      'id',
      'user_id',
      'recipient',
      'subject',
      'text',
      'html',
      'post_id',
      'state',
      'attempts',
      'next_attempt_at',
      'created_at',
    ])
    .expression(
      activeUsers(transaction)
        .where('users.id', '!=', except)
        .select((user) => [
          randomId(transaction).as('id'),
          'users.id as user_id',
          'users.email',
          user.val(oneLine(subject).slice(0, 200)).as('subject'),
          user.val(text).as('text'),
          user.val(html).as('html'),
          user.val(postId).as('post_id'),
          sql.lit('waiting').as('state'),
          sql.lit(0).as('attempts'),
          user.val(moment).as('next_attempt_at'),
          user.val(moment).as('created_at'),
        ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Another UUID (version 4) in each row. */
const randomId = (db: Database) =>
  isPostgres(db)
    ? sql<string>`gen_random_uuid()`
    : sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/** Stops the emails with announcements that are not sent: of posts, of an author, or to a member. */
export async function dropAnnouncements(
  transaction: DatabaseTransaction,
  of: { postId: string } | { authorId: string } | { userId: string },
): Promise<void> {
  const waiting = transaction
    .deleteFrom('mails')
    .where('post_id', 'is not', null)
    .where('state', '!=', 'sent');
  if ('postId' in of) await waiting.where('post_id', '=', of.postId).execute();
  else if ('userId' in of) await waiting.where('user_id', '=', of.userId).execute();
  else
    await waiting
      .where('post_id', 'in', (own) =>
        own.selectFrom('posts').select('posts.id').where('posts.user_id', '=', of.authorId),
      )
      .execute();
}

/** Prevents header injection by line breaks. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Claims the mail due first for three minutes; undefined when none is due. */
export async function claimDueMail(db: Database): Promise<MailRow | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now())
      // Mails with expired links are not sent.
      .where((mail) => mail.or([mail('link', 'is', null), isLinkAlive(mail)]))
      .where((mail) => mail.or([mail('for_admins', '=', false), isForActiveStaff(mail)]))
      // A code to sign in waits behind no announcement to all members.
      .orderBy((mail) => mail('post_id', 'is not', null))
      .orderBy('next_attempt_at')
      .limit(20)
      .execute();
    if (due.length === 0) return undefined;
    for (const { id } of due) {
      const mail = await claimMail(db, id);
      if (mail) return mail;
    }
  }
}

/** The condition that the link in a mail can still be used. */
export const isLinkAlive = (mail: ExpressionBuilder<Tables, 'mails'>) =>
  mail.exists(
    mail
      .selectFrom('password_links')
      .select('password_links.user_id')
      .whereRef('password_links.user_id', '=', 'mails.user_id')
      .whereRef('password_links.kind', '=', 'mails.link')
      .where('password_links.expires_at', '>', now()),
  );

const isForActiveStaff = (mail: ExpressionBuilder<Tables, 'mails'>) =>
  mail.exists(
    mail
      .selectFrom('users')
      .select('users.id')
      .whereRef('users.id', '=', 'mails.user_id')
      .where((user) =>
        user.or([holdsAreaOf('mails'), user.and([user('mails.area', 'is', null), isOfStaff(user)])]),
      )
      .where('users.suspended_at', 'is', null),
  );

/** For a user who has lost the right to these areas. */
export async function dropMailsAbout(
  transaction: DatabaseTransaction,
  userId: string,
  areas: readonly (Right | 'admin')[],
): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where('user_id', '=', userId)
    .where('for_admins', '=', true)
    .where((mail) => mail.or([mail('area', 'in', areas), mail('area', 'is', null)]))
    .where('state', '!=', 'sent')
    .execute();
}

/**
 * Stops the emails with a document that are not sent. One that is being sent right now still goes out. One that was tried
 * stays as failed, for `reason`: its recipient may have the document.
 * @returns whether there were some, and none with it was ever tried: no one can have the document by email
 */
export async function stopMailsWith(
  transaction: DatabaseTransaction,
  documentId: string,
  reason: string,
): Promise<boolean> {
  const untried = await transaction
    .deleteFrom('mails')
    .where('document_id', '=', documentId)
    .where('state', '!=', 'sent')
    .where('attempts', '=', 0)
    .returning('id')
    .execute();
  await transaction
    .updateTable('mails')
    .set({ state: 'failed', last_error: reason })
    .where('document_id', '=', documentId)
    .where('state', '!=', 'sent')
    .execute();
  const tried = await transaction
    .selectFrom('mails')
    .select('id')
    .where('document_id', '=', documentId)
    .limit(1)
    .executeTakeFirst();
  return untried.length > 0 && tried === undefined;
}

/** For a document that is erased. */
export async function dropMailsWith(transaction: DatabaseTransaction, documentId: string): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where('document_id', '=', documentId)
    .where('state', '!=', 'sent')
    .execute();
}

/** Undefined when another worker was faster: the update checks `next_attempt_at` again. */
function claimMail(db: Database, id: string): Promise<MailRow | undefined> {
  const moment = now();
  return db
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      first_attempt_at: row.fn.coalesce('first_attempt_at', row.val(moment)),
      next_attempt_at: fromNow(claim),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', moment)
    .returning(mailColumns)
    .executeTakeFirst();
}

/** Final, even if another worker has claimed it since. Deletes the text, which may hold a link that sets a password. */
export async function recordSent(db: Database, { id }: MailRow): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now(), last_error: null, text: '', html: null, sealed_letter: null })
    .where('id', '=', id)
    .execute();
}

/** Retries for three days, permanent rejections too: most are wrong settings that get corrected. */
export async function recordFailure(db: Database, mail: MailRow, reason: string): Promise<void> {
  const triedFor = Date.now() - Date.parse(mail.first_attempt_at ?? mail.created_at);
  await ours(db, mail)
    .set({
      state: triedFor < maxRetryTime ? 'waiting' : 'failed',
      next_attempt_at: fromNow(pauseAfter(mail.attempts)),
      last_error: reason.replaceAll('\0', '').slice(0, 500),
    })
    .execute();
}

/** Releases a claimed mail for another worker. */
export async function releaseMail(db: Database, mail: MailRow): Promise<void> {
  await ours(db, mail).set({ next_attempt_at: now() }).execute();
}

/** Only under the same claim: a worker that outlived its claim must not undo another's work. */
const ours = (db: Database, { id, attempts }: MailRow) =>
  db
    .updateTable('mails')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts);

/** One minute, doubling up to six hours, a fifth of it random, so that failures do not return together. */
function pauseAfter(attempts: number): number {
  const pause = Math.min(maxDelay, firstPause * 2 ** (attempts - 1));
  return pause * (0.8 + 0.2 * Math.random());
}
