/**
 * Finds the lead of a person who writes again (docs/product.md P16.10). A new field that a lead takes over from a second
 * inquiry belongs into `filled`.
 */

import type { Lead } from '../../../shared/leads/leads.contract.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { phoneNumbersIn } from '../../platform/phone.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';
import { recordLeadEvent } from './lead-events.service.ts';
import { firstOf } from './lead-links.service.ts';
import { getLead, leadRows, leadsWithDigits, lockLead, toLeads } from './lead-rows.ts';

/**
 * The lead of this email address; undefined for a new one. A phone number joins nothing: anyone can type another's
 * (docs/security.md S15.1). Holds a lock until the transaction ends, so that two requests at once make one lead.
 */
export async function findLeadOf(
  transaction: DatabaseTransaction,
  email: string,
): Promise<string | undefined> {
  await acquireLock(transaction, 'leads');
  const newest = await transaction
    .selectFrom('contact_requests as request')
    .innerJoin('contact_requests as lead', (join) =>
      join.on((e) => e('lead.id', '=', e.fn.coalesce('request.joined_to', 'request.id'))),
    )
    .select('lead.id as lead')
    // Only the lead itself is marked as spam, and not the inquiries that belong to it.
    .where('request.spam', '=', false)
    .where('lead.spam', '=', false)
    .where('request.email', '=', email)
    .orderBy('request.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.lead;
}

/** A known person writes again: their lead waits again, and is new again if it was closed. */
export async function onWroteAgain(
  transaction: DatabaseTransaction,
  leadId: string,
  request: ContactRequestRow,
): Promise<void> {
  const lead = await lockLead(transaction, leadId);
  await transaction
    .updateTable('contact_requests')
    .set({
      ...filledBy(lead, request),
      status: lead.status === 'closed' ? 'new' : lead.status,
      closed_reason: null,
      waiting_since: lead.waiting_since ?? now(),
      alerted_at: lead.waiting_since === null ? null : lead.alerted_at,
    })
    .where('id', '=', leadId)
    .execute();
  await recordLeadEvent(transaction, undefined, leadId, {
    kind: 'wrote-again',
    undo: JSON.stringify({ other: request.id }),
  });
}

/** The other requests of a lead's person, newest first. @throws 404 'Lead not found' */
export async function listRequests(db: Database, id: string): Promise<Lead[]> {
  await getLead(db, id);
  const rows = await leadRows(db)
    .where('contact_requests.joined_to', '=', id)
    .orderBy('contact_requests.created_at', 'desc')
    .orderBy('contact_requests.id', 'desc')
    .limit(200)
    .execute();
  return toLeads(db, rows);
}

const suggested = 5;
/** Limit for one person's leads. */
const maxPhones = 10;

/**
 * The newest leads, not linked with this one, that have a phone number of it or of its inquiries: for the office to look
 * at, never a join (docs/security.md S15.1). @throws 404 'Lead not found'
 */
export async function listSamePhone(db: Database, id: string): Promise<Lead[]> {
  const { mergedInto } = await getLead(db, id);
  const first = await firstOf(db, mergedInto ?? id);
  const phones = await db
    .selectFrom('contact_requests')
    .select('phone')
    .where((e) => e.or([e('id', '=', id), e('joined_to', '=', id)]))
    .orderBy('created_at', 'desc')
    .limit(maxPhones)
    .execute();
  const numbers = phones.flatMap(({ phone }) => phoneNumbersIn(phone));
  if (numbers.length === 0) return [];
  const rows = await leadRows(db)
    .where('contact_requests.id', 'in', (same) =>
      same
        .selectFrom('contact_requests as same')
        .select((e) => e.fn.coalesce('same.joined_to', 'same.id').as('lead'))
        .where('same.spam', '=', false)
        .where((e) =>
          e.or(
            numbers.flatMap(({ number, national }) => [
              e('same.phone_key', '=', number),
              e('same.id', 'in', leadsWithDigits(db, national)),
            ]),
          ),
        ),
    )
    .where((e) => e(e.fn.coalesce('contact_requests.linked_to', 'contact_requests.id'), '!=', first))
    .where('contact_requests.spam', '=', false)
    .orderBy('contact_requests.created_at', 'desc')
    .orderBy('contact_requests.id', 'desc')
    .limit(suggested)
    .execute();
  return toLeads(db, rows);
}

/** The fields that a lead takes over from a later inquiry of its person. */
const filled = [
  'owner_id',
  'license',
  'brokerage',
  'deals_a_year',
  'source',
  'calculation',
  'referred_by',
] as const satisfies (keyof ContactRequestRow)[];

const filledBy = (lead: ContactRequestRow, other: ContactRequestRow) =>
  Object.fromEntries(filled.map((column) => [column, lead[column] ?? other[column]]));
