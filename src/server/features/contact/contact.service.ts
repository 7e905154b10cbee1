import { createHash, hash } from 'node:crypto';
import { calculatorFromQuery, calculatorToQuery } from '../../../shared/calculator-link.ts';
import type { ContactRequest } from '../../../shared/contact.contract.ts';
import { parseVisit } from '../../../shared/lead-source.ts';
import { phoneConsentText } from '../../../shared/phone-consent.ts';
import { toPhoneKey } from '../../../shared/phone-key.ts';
import { day, minute } from '../../../shared/time.ts';
import type { Config } from '../../platform/config.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type IdempotencyKey, isFirstUse } from '../../platform/http/idempotency.ts';
import { addHits, consumeRateLimit, countHit, limits } from '../../platform/http/rate-limits.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { type ContactRequestRow, contactRequestColumns } from '../../tables/leads.ts';
import { recordLeadEvent } from '../leads/lead-events.service.ts';
import { findLeadOf, onWroteAgain } from '../leads/lead-people.service.ts';
import { getLeadSettings } from '../leads/lead-settings.service.ts';
import { fromReferralCode } from '../leads/referral-code.ts';
import { wordsOf } from '../mail-texts/mail-texts.service.ts';
import { toReply } from '../mail-texts/render-mail-text.ts';
import { notHeld } from '../privacy/legal-holds.service.ts';
import { officeMail } from './contact-mails.ts';

const suppression = 10 * minute;

const maxSpam = 5000;

export interface Sender {
  address: string;
  /** The form was rendered by this site, long enough ago for a person to fill it in. */
  trusted: boolean;
}

/** 'overflow' is spam only because there were too many. */
type Destination = 'inbox' | 'robot' | 'overflow';

/**
 * Stores a contact request and queues the mail to the office, atomically. Ignores the same request within ten minutes.
 * Robots (honeypot) and requests beyond the limits are stored as spam without mail and with the same response
 * (docs/security.md S9). Returns whether it is new in the inbox.
 * @throws 429 past the limit of the address; 422 for a key that another request used
 */
export async function sendContactRequest(
  parts: Parts,
  request: ContactRequest,
  sender: Sender,
  key?: IdempotencyKey,
): Promise<boolean> {
  const robot = Boolean(request.website?.trim());
  const arrived = await inTransaction(parts.db, async (transaction) => {
    if (!(await isFirst(transaction, request, robot))) return false;
    // A repeat after the suppression has ended.
    if (key && !(await isFirstUse(transaction, key))) return false;
    const destination = await destinationOf({ config: parts.config, db: transaction }, sender, robot);
    if (destination !== 'inbox') {
      await storeSpam(transaction, request, destination);
      return false;
    }
    const mail = officeMail(request, parts.config.brokerage);
    const mailId = await queueMail(transaction, mail);
    await storeInInbox({ config: parts.config, db: transaction }, request, mailId);
    return true;
  });
  parts.mails.wake();
  return arrived;
}

/** In the transaction, so that a rejected request is not counted. @throws 429 */
async function destinationOf(
  parts: { config: Config; db: DatabaseTransaction },
  { address, trusted }: Sender,
  robot: boolean,
): Promise<Destination> {
  // Only an address's own requests can have it rejected.
  const sent = await consumeRateLimit(parts, 'contactRefused', address);
  // Detected robots must not use up the daily limit of others.
  if (robot) return 'robot';
  if (sent > limits[trusted ? 'contactAddress' : 'contactUntrusted'].limit) return 'overflow';
  return (await countHit(parts, 'contactAll', 'all')) <= limits.contactAll.limit ? 'inbox' : 'overflow';
}

/** Of a person who is a lead already, it belongs to that lead. */
async function storeInInbox(
  { config, db: transaction }: { config: Config; db: DatabaseTransaction },
  request: ContactRequest,
  mailId: string,
): Promise<void> {
  const lead = await findLeadOf(transaction, request.email);
  const folder = { mail_id: mailId, spam: false, overflow: false };
  const stored = await store(transaction, request, { ...folder, joined_to: lead ?? null });
  if (lead === undefined) await recordLeadEvent(transaction, undefined, stored.id, { kind: 'created' });
  else await onWroteAgain(transaction, lead, stored);
  if (!(await getLeadSettings(transaction)).replies) return;
  // Once a day: the form must not be a way to fill somebody's mailbox.
  const { hits } = await addHits(
    transaction,
    `contact:reply:${hash('sha256', request.email)}`,
    1,
    fromNow(day),
  );
  if (hits > 1) return;
  const reply = toReply(await wordsOf(transaction, 'reply'), request, config.brokerage);
  const replyId = await queueMail(transaction, reply);
  await transaction
    .updateTable('contact_requests')
    .set({ reply_id: replyId })
    .where('id', '=', stored.id)
    .execute();
}

/** Beyond the limit of the folder robots' requests are deleted first, then the oldest of the others. */
async function storeSpam(
  transaction: DatabaseTransaction,
  request: ContactRequest,
  kind: Exclude<Destination, 'inbox'>,
): Promise<void> {
  await acquireLock(transaction, 'spam');
  await store(transaction, request, {
    mail_id: null,
    spam: true,
    overflow: kind === 'overflow',
    joined_to: null,
  });
  await transaction
    .deleteFrom('contact_requests')
    .where('id', 'in', (beyond) =>
      beyond
        .selectFrom('contact_requests')
        .select('id')
        .where('spam', '=', true)
        // With a mail it was in the inbox: an admin has moved it.
        .where('mail_id', 'is', null)
        .where(notHeld('contact_requests.email'))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('lead_notes')
                .select('id')
                .whereRef('lead_notes.lead_id', '=', 'contact_requests.id'),
            ),
          ),
        )
        .orderBy('overflow', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxSpam)
        .limit(100),
    )
    .execute();
}

/** A concurrent equal request waits for the other's commit. */
async function isFirst(db: DatabaseTransaction, request: ContactRequest, robot: boolean): Promise<boolean> {
  const { firstName, lastName, phone, email } = request;
  const data = JSON.stringify([firstName, lastName, phone, email, robot]);
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

async function store(
  db: DatabaseTransaction,
  request: ContactRequest,
  folder: Pick<ContactRequestRow, 'mail_id' | 'spam' | 'overflow' | 'joined_to'>,
): Promise<ContactRequestRow> {
  const moment = now();
  return db
    .insertInto('contact_requests')
    .values({
      id: newId(),
      first_name: request.firstName,
      last_name: request.lastName,
      phone: request.phone,
      email: request.email,
      phone_key: toPhoneKey(request.phone) ?? null,
      license: request.license || null,
      brokerage: request.brokerage || null,
      deals_a_year: request.dealsPerYear ? Number(request.dealsPerYear) : null,
      phone_consent: shownConsent(request.phoneConsent),
      ...(await columnsOfVisit(db, request.visit)),
      status: 'new',
      waiting_since: folder.joined_to === null ? moment : null,
      created_at: moment,
      ...folder,
    })
    .returning(contactRequestColumns)
    .executeTakeFirstOrThrow();
}

/** The version of the text that the form showed. */
function shownConsent(version: string | undefined): number | null {
  const number = Number(version);
  return version && phoneConsentText(number) !== undefined ? number : null;
}

/** Nothing invalid is stored: a browser may send anything. */
async function columnsOfVisit(db: DatabaseTransaction, text: string | undefined) {
  const visit = parseVisit(text);
  if (!visit) return { source: null, calculation: null, referred_by: null };
  const { calculation, by, ...source } = visit;
  const typed = calculatorFromQuery(new URLSearchParams(calculation));
  return {
    source: Object.values(source).some(Boolean) ? JSON.stringify(source) : null,
    // As the calculator itself writes it; its example is the empty query.
    calculation: calculation ? calculatorToQuery(typed) : null,
    referred_by: (await memberOf(db, by)) ?? null,
  };
}

async function memberOf(db: DatabaseTransaction, code: string): Promise<string | undefined> {
  const id = fromReferralCode(code);
  if (id === undefined) return undefined;
  const member = db.selectFrom('users').select('id').where('id', '=', id).where('suspended_at', 'is', null);
  return (await member.executeTakeFirst())?.id;
}
