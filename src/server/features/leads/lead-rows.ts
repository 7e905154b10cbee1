/** Leads as the wire shows them. */

import { phoneConsentText } from '../../../shared/contact/phone-consent.ts';
import { calculationInWords } from '../../../shared/fees/calculation-label.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { signedStates } from '../../../shared/joining/applications.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import { notFound } from '../../platform/http-error.ts';
import { dialedBy } from '../../platform/phone.ts';
import { type ContactRequestRow, contactRequestColumns } from '../../tables/leads.ts';
import type { MailRow } from '../../tables/mails.ts';

/** Contact requests, those of one person that belong to a lead too. */
export const leadRows = (db: Database) =>
  db
    .selectFrom('contact_requests')
    .leftJoin('mails', 'mails.id', 'contact_requests.mail_id')
    .select(columnsOf('contact_requests', contactRequestColumns))
    .select((e) => {
      const nameOf = (column: 'owner_id' | 'referred_by' | 'member_id') =>
        e.selectFrom('users').select('users.name').whereRef('users.id', '=', `contact_requests.${column}`);
      return [
        'mails.state as mail_state',
        nameOf('owner_id').as('owner_name'),
        nameOf('referred_by').as('referrer_name'),
        nameOf('member_id').as('member_name'),
        e
          .selectFrom('lead_events')
          .select((last) => last.fn.max('lead_events.created_at').as('at'))
          .whereRef('lead_events.lead_id', '=', 'contact_requests.id')
          .where('lead_events.kind', '=', 'stage')
          .where((moved) =>
            moved.not(
              moved.exists(
                moved
                  .selectFrom('lead_events as undone')
                  .select('undone.id')
                  .whereRef('undone.batch_id', '=', 'lead_events.batch_id')
                  .whereRef('undone.lead_id', '=', 'lead_events.lead_id')
                  .where('undone.kind', '=', 'undone'),
              ),
            ),
          )
          .as('moved_at'),
        e
          .selectFrom('lead_notes')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('lead_notes.lead_id', '=', 'contact_requests.id')
          .as('own_notes'),
        e
          .selectFrom('contact_requests as others')
          .innerJoin('lead_notes', 'lead_notes.lead_id', 'others.id')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('others.joined_to', '=', 'contact_requests.id')
          .as('other_notes'),
        e
          .selectFrom('contact_requests as others')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('others.joined_to', '=', 'contact_requests.id')
          .as('requests'),
        e
          .selectFrom('contact_requests as others')
          .select((count) => count.fn.countAll<number>().as('count'))
          .where('others.linked_to', '=', (first) =>
            first.fn.coalesce('contact_requests.linked_to', 'contact_requests.id'),
          )
          .as('linked'),
        'contact_requests.trapped',
      ];
    });

/** @throws 404 'Lead not found' */
export async function getLead(db: Database, id: string): Promise<Lead> {
  const row = await leadRows(db).where('contact_requests.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Lead');
  return toLead(row, await feesInForce(db));
}

/** The ids of inquiries whose phone holds these digits, by the words of the search. */
export const leadsWithDigits = (db: Database, digits: string) =>
  db
    .selectFrom('search_words')
    .select('object_id')
    .where('field', '=', 'lead-phone')
    .where('word', '>=', digits)
    .where('word', '<', `${digits}:`);

/** The current row, locked until the transaction ends. @throws 404 'Lead not found' */
export async function lockLead(transaction: DatabaseTransaction, id: string): Promise<ContactRequestRow> {
  // A no-op update locks the row on every engine.
  const row = await transaction
    .updateTable('contact_requests')
    .set({ id })
    .where('id', '=', id)
    .returning(contactRequestColumns)
    .executeTakeFirst();
  if (!row) throw notFound('Lead');
  return row;
}

/**
 * Locks the applications of these leads and of their requests until the transaction ends, so that no one signs.
 * Call it before `lockLead`: inviting and countersigning hold the application first, too.
 */
export async function lockApplicationsOf(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<void> {
  // A no-op update locks the rows on every engine.
  await transaction
    .updateTable('applications')
    .set((e) => ({ lead_id: e.ref('lead_id') }))
    .where('lead_id', 'in', (e) =>
      e
        .selectFrom('contact_requests')
        .select('id')
        .where((lead) => lead.or([lead('id', 'in', ids), lead('joined_to', 'in', ids)])),
    )
    .execute();
}

/** Whether terms agreed on with this lead only are not signed yet: no other lead or account has them (docs/product.md P27.3). */
export async function hasUnsignedTerms(transaction: DatabaseTransaction, leadId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('applications')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('terms', 'is not', null)
    .where('state', 'not in', [...signedStates, 'joined'])
    .executeTakeFirst();
  return row !== undefined;
}

interface Counted {
  mail_state: MailRow['state'] | null;
  moved_at: string | null;
  owner_name: string | null;
  referrer_name: string | null;
  member_name: string | null;
  own_notes: number | null;
  other_notes: number | null;
  requests: number | null;
  linked: number | null;
  trapped: boolean;
}

/** With the rows of a query; the fees in force are read once for all of them. */
export async function toLeads(db: Database, rows: LeadRow[]): Promise<Lead[]> {
  const fees = await feesInForce(db);
  return rows.map((row) => toLead(row, fees));
}

type LeadRow = ContactRequestRow & Counted;

function toLead(row: LeadRow, fees: Readonly<FeeSchedule>): Lead {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    dial: dialedBy(row.phone),
    email: row.email,
    status: row.status,
    stageSince: row.moved_at ?? row.created_at,
    spam: row.spam,
    trapped: row.trapped,
    mail: row.mail_state,
    notes: (row.own_notes ?? 0) + (row.other_notes ?? 0),
    date: row.created_at,
    owner: toPerson(row.owner_id, row.owner_name),
    nextStep:
      row.next_step !== null && row.next_on !== null ? { text: row.next_step, on: row.next_on } : null,
    closedReason: row.closed_reason,
    waitingSince: row.waiting_since,
    firstContact: row.first_contact_at,
    license: row.license,
    brokerage: row.brokerage,
    dealsPerYear: row.deals_a_year,
    message: row.message ?? '',
    source: row.source === null ? null : JSON.parse(row.source),
    calculation: toCalculation(row.calculation, fees),
    phoneConsent: toConsent(row.phone_consent),
    referredBy: toPerson(row.referred_by, row.referrer_name),
    member: toPerson(row.member_id, row.member_name),
    mergedInto: row.joined_to,
    requests: row.requests ?? 0,
    linked: row.linked ?? 0,
  };
}

function toConsent(version: number | null): Lead['phoneConsent'] {
  const text = version === null ? undefined : phoneConsentText(version);
  return version === null || text === undefined ? null : { version, text };
}

export const toCalculation = (query: string | null, fees: Readonly<FeeSchedule>): Lead['calculation'] =>
  query === null ? null : { query, text: calculationInWords([...new URLSearchParams(query)], fees) };

const toPerson = (id: string | null, name: string | null) =>
  id !== null && name !== null ? { _id: id, name } : null;

export const objectOf = (row: Pick<ContactRequestRow, 'id' | 'first_name' | 'last_name'>) => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
});
