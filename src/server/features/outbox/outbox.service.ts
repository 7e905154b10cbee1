/** Emails as admins see them: lists, contents, retries. */

import type { ExpressionBuilder } from 'kysely';
import type { MailState } from '../../../shared/outbox/mail-states.ts';
import type { OutboxMail, OutboxMailText, OutboxSummary } from '../../../shared/outbox/outbox.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type HttpError, invalid, notFound } from '../../platform/http-error.ts';
import { isLinkAlive } from '../../platform/mail/queue-mail.ts';
import { textOfMail } from '../../platform/mail/sealed-letter.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import { type MailRow, mailColumns } from '../../tables/mails.ts';
import type { Tables } from '../../tables/tables.ts';
import { handOverInvitation } from '../auth/passwords/password-links.service.ts';

export interface OutboxFilter {
  limit: number;
  after: Keyset | undefined;
  state?: MailState | undefined;
}

/** Mails, newest first, a page at a time. */
export async function listMails(
  db: Database,
  { limit, after, state }: OutboxFilter,
): Promise<KeysetPage<OutboxMail>> {
  let query = selectMails(db)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('created_at', 'id', after));
  if (state) query = query.where('state', '=', state);
  const rows = (await query.execute()).map(toOutboxMail);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

export async function countMails(db: Database): Promise<Omit<OutboxSummary, 'mailServer'>> {
  const count = async (state: MailState) => {
    const query = db.selectFrom('mails').where('state', '=', state);
    return Number((await query.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  };
  return { waiting: await count('waiting'), failed: await count('failed') };
}

/** Someone with some of everything; the name and the address are in nothing else. */
export async function waitingMails(
  db: Database,
): Promise<{ waiting: number; failed: number; oldest: string | null }> {
  const rows = await db
    .selectFrom('mails')
    .where('state', 'in', ['waiting', 'failed'])
    .select((e) => ['state', e.fn.countAll().as('count'), e.fn.min('created_at').as('oldest')])
    .groupBy('state')
    .execute();
  const of = (state: MailState) => rows.find((row) => row.state === state);
  return {
    waiting: Number(of('waiting')?.count ?? 0),
    failed: Number(of('failed')?.count ?? 0),
    oldest: of('waiting')?.oldest ?? null,
  };
}

/** A mail's text, its links hidden. @throws 404 'Mail not found' */
export async function readMail(
  { db, config, sealing }: LetterParts & Pick<Parts, 'db'>,
  id: string,
): Promise<OutboxMailText> {
  const row = await mailBy(db, id);
  if (!row) throw notFound('Mail');
  const text = row.state === 'sent' ? null : withoutSecrets(textOfMail(row, sealing, config.brokerage));
  const attachment = await attachmentOf(db, row);
  return { ...toOutboxMail(row), text, attachment, byHand: isByHand(row, config) };
}

/**
 * An invitation with its link, as long as no mail server delivers it (docs/decisions); recorded.
 * @throws 404 'Invitation not found' for any other mail
 */
export async function showInvitation(
  { db, config, sealing }: LetterParts & Pick<Parts, 'db'>,
  actor: Actor,
  id: string,
): Promise<OutboxMailText> {
  const row = await mailBy(db, id);
  if (!row || !isByHand(row, config)) throw notFound('Invitation');
  const object = { id, name: row.subject };
  await inTransaction(db, async (transaction) => {
    if (row.user_id !== null) await handOverInvitation(transaction, row.user_id);
    await recordAuditEvent(transaction, actor, {
      action: 'invitation.shown',
      object,
      details: row.recipient,
    });
  });
  const text = textOfMail(row, sealing, config.brokerage);
  return { ...toOutboxMail(row), text, attachment: null, byHand: true };
}

interface ReadMail extends MailRow {
  /** The closing whose letter is attached, but for the agent's copy. */
  closing: string | null;
}

const selectMails = (db: Database) =>
  db
    .selectFrom('mails')
    .select(mailColumns)
    .select((mail) => letterIn(mail).where('mails.user_id', 'is', null).select('closing_id').as('closing'));

const mailBy = (db: Database, id: string): Promise<ReadMail | undefined> =>
  selectMails(db).where('id', '=', id).executeTakeFirst();

/** The name of its file. */
async function attachmentOf(db: Database, { document_id }: MailRow): Promise<string | null> {
  if (document_id === null) return null;
  const query = db.selectFrom('documents').select('name').where('id', '=', document_id);
  return (await query.executeTakeFirst())?.name ?? null;
}

const isByHand = ({ link, state }: MailRow, { smtpUrl }: Parts['config']): boolean =>
  link === 'invitation' && state !== 'sent' && smtpUrl === undefined;

/**
 * Makes a mail due now, with another three days of retries, and records it. One being sent right now may go out twice,
 * with the same Message-ID.
 * @throws 404 'Mail not found'; 400 when it has been sent, when its link has expired, for a letter that was withdrawn, and
 * for one to anyone but its agent, which the closing checks
 */
export async function retryMail(db: Database, actor: Actor, id: string): Promise<OutboxMail> {
  return inTransaction(db, async (transaction) => {
    const mail = await transaction
      .updateTable('mails')
      .set({ state: 'waiting', first_attempt_at: null, next_attempt_at: now() })
      .where('id', '=', id)
      .where('state', '!=', 'sent')
      .where((mail) => mail.or([mail('link', 'is', null), isLinkAlive(mail)]))
      .where((mail) =>
        mail.not(
          mail.exists(
            letterIn(mail)
              .select('number')
              .where((letter) =>
                letter.or([letter('mails.user_id', 'is', null), letter('withdrawn_at', 'is not', null)]),
              ),
          ),
        ),
      )
      .returning(mailColumns)
      .executeTakeFirst();
    if (!mail) throw await whyNoRetry(transaction, id);
    const object = { id, name: mail.subject };
    await recordAuditEvent(transaction, actor, { action: 'mail.retried', object, details: mail.recipient });
    return toOutboxMail({ ...mail, closing: null });
  });
}

async function whyNoRetry(transaction: DatabaseTransaction, id: string): Promise<HttpError> {
  const known = await transaction
    .selectFrom('mails')
    .select((mail) => ['state', 'link', letterIn(mail).select('withdrawn_at').as('withdrawn_at')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) return notFound('Mail');
  if (known.state === 'sent') return invalid('This email has been sent already');
  if (known.link !== null) return invalid('The link in this email has expired');
  if (known.withdrawn_at !== null) return invalid('The letter in this email was withdrawn');
  return invalid(
    known.state === 'waiting'
      ? 'The email of this letter waits, and is tried again by itself'
      : 'Email this letter again from its closing',
  );
}

/** The letter, invoice or notice of a closing that a mail has attached. */
const letterIn = (mail: ExpressionBuilder<Tables, 'mails'>) =>
  mail
    .selectFrom('closing_letters')
    .whereRef('closing_letters.document_id', '=', 'mails.document_id')
    .limit(1);

function toOutboxMail(row: ReadMail): OutboxMail {
  return {
    _id: row.id,
    to: row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    error: row.last_error === null ? null : withoutSecrets(row.last_error),
    date: row.created_at,
    nextAttempt: row.state === 'waiting' ? row.next_attempt_at : null,
    sent: row.sent_at,
    ...(row.closing !== null && { closing: row.closing }),
  };
}

/**
 * A secret is in a link's fragment (docs/security.md S1.5), in the path of a form that works without script, or a code to
 * sign with; not even an admin may use one of another person.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/https?:\/\/\S+/g, (address) =>
      address.replace(/#.+/, '#[hidden]').replace(/(\/(?:privacy-request\/confirm|join)\/).+/, '$1[hidden]'),
    )
    .replace(/(code within \d\d minutes: )\d{6}/, '$1[hidden]');
