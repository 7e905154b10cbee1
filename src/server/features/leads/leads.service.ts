import type { ExpressionBuilder } from 'kysely';
import type { LeadStatus } from '../../../shared/lead-statuses.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import {
  type ContactRequestRow,
  columnsOf,
  contactRequestColumns,
  type MailRow,
  type Tables,
} from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';

const overflowShown = 7 * day;

export interface LeadFilter {
  status?: LeadStatus | undefined;
  spam: boolean;
  search: string;
}

/** The leads of a filter, newest first, a page at a time. */
export async function listLeads(
  db: Database,
  { limit, after, ...filter }: LeadFilter & { limit: number; after?: Keyset | undefined },
): Promise<KeysetPage<Lead>> {
  let query = allLeads(db)
    .where(isInFilter(db, filter))
    .orderBy('contact_requests.created_at', 'desc')
    .orderBy('contact_requests.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('contact_requests.created_at', 'contact_requests.id', after));
  const leads = (await query.execute()).map(toLead);
  return toKeysetPage(leads, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** The number of new leads, without spam. */
export async function countNewLeads(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('contact_requests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('spam', '=', false)
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return count;
}

/** New leads of the last 7 days that are spam only for exceeding the limits: count, and ISO date of the oldest. */
export async function countOverflow(db: Database): Promise<{ count: number; since: string | null }> {
  return db
    .selectFrom('contact_requests')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min<string | null>('created_at').as('since')])
    .where('spam', '=', true)
    .where('overflow', '=', true)
    .where('status', '=', 'new')
    .where('created_at', '>', fromNow(-overflowShown))
    .executeTakeFirstOrThrow();
}

/** @throws 404 'Lead not found' */
export async function getLead(db: Database, id: string): Promise<Lead> {
  const row = await allLeads(db).where('contact_requests.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Lead');
  return toLead(row);
}

/** @throws 404 'Lead not found' */
export async function updateLead(
  db: Database,
  actor: Actor,
  id: string,
  changes: { status?: LeadStatus | undefined; spam?: boolean | undefined },
): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    const before = await lockLead(transaction, id);
    await transaction
      .updateTable('contact_requests')
      .set({ status: changes.status ?? before.status, spam: changes.spam ?? before.spam })
      .where('id', '=', id)
      .execute();
    const after = await getLead(transaction, id);
    const details = differences(before, after);
    if (details)
      await recordAuditEvent(transaction, actor, {
        action: 'lead.updated',
        object: objectOf(after),
        details,
      });
    return after;
  });
}

/** The current lead, locked until the transaction ends. @throws 404 'Lead not found' */
export async function lockLead(transaction: DatabaseTransaction, id: string): Promise<Lead> {
  // A no-op update locks the row on every engine.
  await transaction.updateTable('contact_requests').set({ id }).where('id', '=', id).execute();
  return getLead(transaction, id);
}

/** Deletes a lead with its notes and mail. @throws 404 'Lead not found' */
export async function deleteLead(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const lead = await lockLead(transaction, id);
    const { mail_id } = await transaction
      .deleteFrom('contact_requests')
      .where('id', '=', id)
      .returning('mail_id')
      .executeTakeFirstOrThrow();
    if (mail_id) await transaction.deleteFrom('mails').where('id', '=', mail_id).execute();
    await recordAuditEvent(transaction, actor, { action: 'lead.deleted', object: objectOf(lead) });
  });
}

/** Runs a query of leads where it delays no other request. */
type Read = <T>(query: (db: Database) => Promise<T>) => Promise<T>;

/** Leads as chunks of CSV that no spreadsheet executes, `batch` read at a time. The first records an audit event. */
export async function* exportLeads(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filename: string,
  filter: LeadFilter,
  batch = 1000,
): AsyncGenerator<string> {
  const count = await read((from) => countLeads(from, filter));
  const object = { id: filename, name: `${count} leads` };
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, { action: 'lead.exported', object }),
  );
  yield byteOrderMark + csvLine(['Date', 'First name', 'Last name', 'Phone', 'Email', 'Status']);
  let after: Keyset | undefined;
  do {
    const start = after;
    const page: KeysetPage<Lead> = await read((from) =>
      listLeads(from, { ...filter, limit: batch, after: start }),
    );
    const lines = page.rows.map(({ date, firstName, lastName, phone, email, status }) =>
      csvLine([date, firstName, lastName, phone, email, status]),
    );
    if (lines.length > 0) yield lines.join('');
    after = page.next;
  } while (after);
}

async function countLeads(db: Database, filter: LeadFilter): Promise<number> {
  const { count } = await db
    .selectFrom('contact_requests')
    .where(isInFilter(db, filter))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const allLeads = (db: Database) =>
  db
    .selectFrom('contact_requests')
    .leftJoin('mails', 'mails.id', 'contact_requests.mail_id')
    .select(columnsOf('contact_requests', contactRequestColumns))
    .select((e) => [
      'mails.state as mail_state',
      e
        .selectFrom('lead_notes')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('lead_notes.lead_id', '=', 'contact_requests.id')
        .as('notes'),
    ]);

function isInFilter(db: Database, { status, spam, search }: LeadFilter) {
  return (e: ExpressionBuilder<Tables, 'contact_requests'>) =>
    e.and([
      e('contact_requests.spam', '=', spam),
      ...(status ? [e('contact_requests.status', '=', status)] : []),
      // Words in any order: "ana ortiz" and "ortiz ana" both find Ana Ortiz.
      ...wordsIn(search).map((word) =>
        e.or(
          ['first_name', 'last_name', 'phone', 'email'].map((column) =>
            containing(db, `contact_requests.${column}`, word),
          ),
        ),
      ),
    ]);
}

function toLead(
  row: ContactRequestRow & { mail_state: MailRow['state'] | null; notes: number | null },
): Lead {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    status: row.status,
    spam: row.spam,
    mail: row.mail_state,
    notes: row.notes ?? 0,
    date: row.created_at,
  };
}

export const objectOf = ({ _id, firstName, lastName }: Lead) => ({
  id: _id,
  name: `${firstName} ${lastName}`,
});

function differences(before: Lead, after: Lead): string {
  const changes = [
    before.status !== after.status && `status: ${before.status} → ${after.status}`,
    before.spam !== after.spam && (after.spam ? 'moved to spam' : 'not spam'),
  ];
  return changes.filter(Boolean).join(', ');
}
