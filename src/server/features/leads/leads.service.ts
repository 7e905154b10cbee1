import type { LeadStatus } from '../../../shared/lead-statuses.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { csvLine } from '../../platform/csv.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import type { ContactRequestRow, MailRow } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';

const maxExportRows = 10_000;
const overflowShown = 7 * 86_400_000;

export interface LeadFilter {
  status?: LeadStatus | undefined;
  spam: boolean;
  search: string;
}

/** The contact requests of a filter, newest first, a page at a time. */
export async function listLeads(
  db: Database,
  { limit, after, ...filter }: LeadFilter & { limit: number; after?: Keyset | undefined },
): Promise<KeysetPage<Lead>> {
  let query = matching(db, filter).limit(limit + 1);
  if (after) query = query.where(beforeKeyset('contact_requests.created_at', 'contact_requests.id', after));
  const leads = (await query.execute()).map(toLead);
  return toKeysetPage(leads, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** How many contact requests nobody has dealt with yet, spam apart. */
export async function countNewLeads(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('contact_requests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('spam', '=', false)
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * How many requests of the last 7 days are in the spam folder, as yet untouched, only because there were too many;
 * and when the oldest of them came.
 */
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

/** The lead as it is once every change under way is done; nobody else changes it until the transaction ends. */
export async function lockLead(transaction: DatabaseTransaction, id: string): Promise<Lead> {
  // Written as it is, which locks it on every engine.
  await transaction.updateTable('contact_requests').set({ id }).where('id', '=', id).execute();
  return getLead(transaction, id);
}

/** Deletes a contact request with its notes and the mail about it. @throws 404 'Lead not found' */
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

/** The newest 10,000 of a filter as CSV that no spreadsheet executes; who took them out is put on record. */
export async function exportLeads(
  db: Database,
  actor: Actor,
  filter: LeadFilter,
): Promise<{ filename: string; csv: string }> {
  return inTransaction(db, async (transaction) => {
    const leads = (await matching(transaction, filter).limit(maxExportRows).execute()).map(toLead);
    const lines = leads.map(({ date, firstName, lastName, phone, email, status }) =>
      csvLine([date, firstName, lastName, phone, email, status]),
    );
    const header = csvLine(['Date', 'First name', 'Last name', 'Phone', 'Email', 'Status']);
    const filename = `leads-${new Date().toISOString().slice(0, 10)}.csv`;
    const object = { id: filename, name: `${leads.length} leads` };
    await recordAuditEvent(transaction, actor, { action: 'lead.exported', object });
    return { filename, csv: header + lines.join('') };
  });
}

const allLeads = (db: Database) =>
  db
    .selectFrom('contact_requests')
    .leftJoin('mails', 'mails.id', 'contact_requests.mail_id')
    .selectAll('contact_requests')
    .select((e) => [
      'mails.state as mail_state',
      e
        .selectFrom('lead_notes')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('lead_notes.lead_id', '=', 'contact_requests.id')
        .as('notes'),
    ]);

function matching(db: Database, { status, spam, search }: LeadFilter) {
  let query = allLeads(db)
    .where('contact_requests.spam', '=', spam)
    .orderBy('contact_requests.created_at', 'desc')
    .orderBy('contact_requests.id', 'desc');
  if (status) query = query.where('contact_requests.status', '=', status);
  // Every word somewhere: "ana ortiz" finds Ana Ortiz, and so does "ortiz ana".
  for (const word of wordsIn(search)) {
    query = query.where((e) =>
      e.or(
        ['first_name', 'last_name', 'phone', 'email'].map((column) =>
          containing(db, `contact_requests.${column}`, word),
        ),
      ),
    );
  }
  return query;
}

/** The only place where a row becomes the lead of the wire. */
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

/** As the audit log names it. */
export const objectOf = ({ _id, firstName, lastName }: Lead) => ({
  id: _id,
  name: `${firstName} ${lastName}`,
});

/** 'status: new → contacted', or nothing. */
function differences(before: Lead, after: Lead): string {
  const changes = [
    before.status !== after.status && `status: ${before.status} → ${after.status}`,
    before.spam !== after.spam && (after.spam ? 'moved to spam' : 'not spam'),
  ];
  return changes.filter(Boolean).join(', ');
}
