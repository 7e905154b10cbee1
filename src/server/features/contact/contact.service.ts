import { createHash } from 'node:crypto';
import type { Brokerage } from '../../../shared/brokerage.ts';
import type { ContactRequest } from '../../../shared/contact.contract.ts';
import type { Config } from '../../platform/config.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import { type Mail, queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';

const suppression = 10 * 60_000;

/** Where a request comes from, as far as the limits care. */
export interface Sender {
  address: string;
  /** The form was rendered by this site, long enough ago for a person to fill it in. */
  trusted: boolean;
}

/**
 * Stores a contact request and queues the mail to the office, both or neither; waits for no mail server.
 * The same request again within ten minutes changes nothing. A robot's (honeypot filled in) is stored as spam and
 * nobody is mailed; its sender sees no difference (docs/security.md S9.1).
 * @throws 429 past the limits
 */
export async function sendContactRequest(
  parts: Parts,
  request: ContactRequest,
  sender: Sender,
): Promise<void> {
  const spam = Boolean(request.website?.trim());
  await inTransaction(parts.db, async (transaction) => {
    if (!(await isFirst(transaction, request, spam))) return;
    await consumeRateLimits({ config: parts.config, db: transaction }, sender, spam);
    const mail = officeMail(request, parts.config.brokerage);
    await store(transaction, request, spam ? null : await queueMail(transaction, mail));
  });
  parts.mails.wake();
}

/**
 * True for the first of equal requests within ten minutes. One of two at the same time waits here until the other's
 * transaction has ended.
 */
async function isFirst(db: DatabaseTransaction, request: ContactRequest, spam: boolean): Promise<boolean> {
  const { firstName, lastName, phone, email } = request;
  const data = JSON.stringify([firstName, lastName, phone, email, spam]);
  const claimed = await db
    .insertInto('rate_limits')
    .values({
      key: `contact:same:${createHash('sha256').update(data).digest('base64url')}`,
      hits: 1,
      resets_at: fromNow(suppression),
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({ resets_at: row.ref('excluded.resets_at') }))
        .where('rate_limits.resets_at', '<=', now()),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** In the transaction, so that what is refused in the end has not been counted. @throws 429 */
async function consumeRateLimits(
  parts: { config: Config; db: DatabaseTransaction },
  sender: Sender,
  spam: boolean,
): Promise<void> {
  await consumeRateLimit(parts, sender.trusted ? 'contactAddress' : 'contactUntrusted', sender.address);
  await consumeRateLimit(parts, spam ? 'contactSpam' : 'contactAll', 'all');
}

async function store(db: DatabaseTransaction, request: ContactRequest, mailId: string | null): Promise<void> {
  await db
    .insertInto('contact_requests')
    .values({
      id: newId(),
      first_name: request.firstName,
      last_name: request.lastName,
      phone: request.phone,
      email: request.email,
      status: 'new',
      spam: mailId === null,
      mail_id: mailId,
      created_at: now(),
    })
    .execute();
}

function officeMail({ firstName, lastName, phone, email }: ContactRequest, brokerage: Brokerage): Mail {
  return {
    to: brokerage.email,
    replyTo: email,
    subject: `Contact request from ${firstName} ${lastName}`,
    text: [
      `Somebody has filled in the contact form of ${brokerage.baseUrl}`,
      '',
      `First name: ${firstName}`,
      `Last name: ${lastName}`,
      `Phone: ${phone}`,
      `Email: ${email}`,
      '',
      'Answer this mail to write to them.',
      '',
    ].join('\n'),
  };
}
