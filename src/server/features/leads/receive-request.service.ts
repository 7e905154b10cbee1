/** Inquiries that come in: storing them, the spam folder, the office's email and the reply. */

import { hash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { ContactRequest } from '../../../shared/contact/contact.contract.ts';
import { phoneConsentText } from '../../../shared/contact/phone-consent.ts';
import { cleanEmail } from '../../../shared/email-address.ts';
import { calculatorFromQuery, feesOfLink, keptCalculation } from '../../../shared/fees/calculator-link.ts';
import { parseVisit } from '../../../shared/leads/lead-source.ts';
import { day } from '../../../shared/time.ts';
import type { Config } from '../../platform/config.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import { addHits } from '../../platform/http/rate-limits.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { toPhoneKey } from '../../platform/phone.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type ContactRequestRow, contactRequestColumns } from '../../tables/leads.ts';
import type { Tables } from '../../tables/tables.ts';
import { wordsOf } from '../mail-texts/mail-texts.service.ts';
import { toReply } from '../mail-texts/render-mail-text.ts';
import { readHeld } from '../member-files/held.ts';
import { activeWith, notifyOfWork } from '../notifications/notifications.service.ts';
import { recordLeadEvent } from './lead-events.service.ts';
import { newInquiryMail } from './lead-mails.ts';
import { findLeadOf, onWroteAgain } from './lead-people.service.ts';
import { toCalculation } from './lead-rows.ts';
import { getLeadSettings } from './lead-settings.service.ts';
import { fromReferralCode } from './referral-code.ts';

const maxSpam = 5000;

/** 'overflow' is spam only because there were too many. */
export type Destination = 'inbox' | 'robot' | 'overflow';

interface Within {
  config: Config;
  sealing: Pick<Sealing, 'mark'>;
  db: DatabaseTransaction;
}

/** Stores a request of the contact form: in the inbox, with a mail to the office, or as spam without one. */
export async function receiveRequest(
  parts: Within,
  request: ContactRequest,
  { destination, trapped }: { destination: Destination; trapped: boolean },
): Promise<void> {
  if (destination === 'inbox') await storeInInbox(parts, request, trapped);
  else await storeSpam(parts, request, { kind: destination, trapped });
}

/** A request from a person who is a lead already is added to that lead. */
async function storeInInbox(
  { config, db: transaction }: Omit<Within, 'sealing'>,
  request: ContactRequest,
  trapped: boolean,
): Promise<void> {
  const lead = await findLeadOf(transaction, request.email);
  const id = newId();
  const visit = await columnsOfVisit(transaction, request.visit);
  const calculation = toCalculation(visit.calculation, await feesInForce(transaction))?.text;
  const facts = { lead: lead ?? id, ...(calculation && { calculation }) };
  const mailId = await queueMail(transaction, newInquiryMail(request, config.brokerage, trapped, facts));
  const folder = { mail_id: mailId, spam: false, overflow: false, trapped };
  const stored = await store(transaction, request, { id, visit, ...folder, joined_to: lead ?? null });
  await tellRecruiters(transaction, lead ?? id, {
    event: lead === undefined ? 'wrote' : 'wrote-again',
    mailed: [config.brokerage.email],
  });
  if (lead === undefined) await recordLeadEvent(transaction, undefined, stored.id, { kind: 'created' });
  else await onWroteAgain(transaction, lead, stored);
  // The address may be another person's, whether a robot or a person typed it.
  if (trapped || !(await getLeadSettings(transaction)).replies) return;
  // Once a day: the form must not be a way to fill another person's mailbox.
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

/** The owner of the lead, else all with the right. */
async function tellRecruiters(
  transaction: DatabaseTransaction,
  lead: string,
  news: { event: 'wrote' | 'wrote-again'; mailed: string[] },
): Promise<void> {
  const { owner_id } = await transaction
    .selectFrom('contact_requests')
    .select('owner_id')
    .where('id', '=', lead)
    .executeTakeFirstOrThrow();
  const those = owner_id === null ? await activeWith(transaction, 'recruiting') : [owner_id];
  await notifyOfWork(transaction, those, { ...news, objectId: lead, actorId: null });
}

/** Beyond the limit of the folder robots' requests are deleted first, then the oldest of the others. */
async function storeSpam(
  { db: transaction, sealing }: Omit<Within, 'config'>,
  request: ContactRequest,
  { kind, trapped }: { kind: Exclude<Destination, 'inbox'>; trapped: boolean },
): Promise<void> {
  await acquireLock(transaction, 'spam');
  await store(transaction, request, {
    id: newId(),
    visit: await columnsOfVisit(transaction, request.visit),
    mail_id: null,
    spam: true,
    overflow: kind === 'overflow',
    trapped,
    joined_to: null,
  });
  const beyond = await transaction
    .selectFrom('contact_requests')
    .select(['id', 'email'])
    .where(isOnlySpam)
    .orderBy('overflow', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxSpam)
    .limit(100)
    .execute();
  if (beyond.length === 0) return;
  const { emails } = await readHeld(
    { db: transaction, sealing },
    beyond.map(({ email }) => email),
  );
  const going = beyond.filter(({ email }) => !emails.has(cleanEmail(email))).map(({ id }) => id);
  if (going.length > 0)
    await transaction.deleteFrom('contact_requests').where('id', 'in', going).where(isOnlySpam).execute();
}

const isOnlySpam = (request: ExpressionBuilder<Tables, 'contact_requests'>) =>
  request.and([
    request('spam', '=', true),
    // With a mail it was in the inbox: an admin has moved it.
    request('mail_id', 'is', null),
    request.not(
      request.exists(
        request
          .selectFrom('lead_notes')
          .select('id')
          .whereRef('lead_notes.lead_id', '=', 'contact_requests.id'),
      ),
    ),
    // So is a link, and an application, which may be signed.
    request('linked_to', 'is', null),
    request.not(
      request.exists(
        request
          .selectFrom('contact_requests as linked')
          .select('linked.id')
          .whereRef('linked.linked_to', '=', 'contact_requests.id'),
      ),
    ),
    request.not(
      request.exists(
        request
          .selectFrom('applications')
          .select('id')
          .whereRef('applications.lead_id', '=', 'contact_requests.id'),
      ),
    ),
  ]);

async function store(
  db: DatabaseTransaction,
  request: ContactRequest,
  {
    visit,
    ...folder
  }: Pick<ContactRequestRow, 'id' | 'mail_id' | 'spam' | 'overflow' | 'joined_to'> & {
    visit: Awaited<ReturnType<typeof columnsOfVisit>>;
    trapped: boolean;
  },
): Promise<ContactRequestRow> {
  const moment = now();
  return db
    .insertInto('contact_requests')
    .values({
      first_name: request.firstName,
      last_name: request.lastName,
      phone: request.phone,
      email: request.email,
      phone_key: toPhoneKey(request.phone),
      license: request.license || null,
      brokerage: request.brokerage || null,
      deals_a_year: request.dealsPerYear ? Number(request.dealsPerYear) : null,
      phone_consent: shownConsent(request.phoneConsent),
      message: request.message || null,
      ...visit,
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
  const pairs = [...new URLSearchParams(calculation)];
  return {
    source: Object.values(source).some(Boolean) ? JSON.stringify(source) : null,
    // As the calculator itself writes it; its example is the empty query, or the version of the fees only.
    calculation: calculation ? keptCalculation(calculatorFromQuery(pairs), feesOfLink(pairs)) : null,
    referred_by: (await memberOf(db, by)) ?? null,
  };
}

async function memberOf(db: DatabaseTransaction, code: string): Promise<string | undefined> {
  const id = fromReferralCode(code);
  if (id === undefined) return undefined;
  const member = db.selectFrom('users').select('id').where('id', '=', id).where('suspended_at', 'is', null);
  return (await member.executeTakeFirst())?.id;
}
