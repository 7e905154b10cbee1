import type { Lead } from '../../../shared/leads.contract.ts';
import { toPhoneKey } from '../../../shared/phone-key.ts';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import type { ContactRequestRow } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { recordLeadEvent } from './lead-events.service.ts';
import { getLead, leadRows, lockLead, objectOf, toLead } from './lead-rows.ts';

const undoTime = day;

type Person = { email: string; phone: string };

/**
 * The lead of the person who writes, by email address or phone number; undefined for a new person. Holds a lock until
 * the transaction ends, so that two requests at once make one lead.
 */
export async function findLeadOf(
  transaction: DatabaseTransaction,
  { email, phone }: Person,
): Promise<string | undefined> {
  await acquireLock(transaction, 'leads');
  const phoneKey = toPhoneKey(phone);
  const newest = transaction
    .selectFrom('contact_requests')
    .select((e) => e.fn.coalesce('joined_to', 'id').as('lead'))
    .where('spam', '=', false)
    .orderBy('created_at', 'desc')
    .limit(1);
  const same =
    (await newest.where('email', '=', email).executeTakeFirst()) ??
    (phoneKey && (await newest.where('phone_key', '=', phoneKey).executeTakeFirst()));
  return same ? same.lead : undefined;
}

/** A person who is known writes again: their lead waits again, and is new again if it was closed. */
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
  const other = [
    objectOf(lead).name !== objectOf(request).name && objectOf(request).name,
    lead.phone !== request.phone && request.phone,
    lead.email !== request.email && request.email,
  ];
  await recordLeadEvent(transaction, undefined, leadId, {
    kind: 'wrote-again',
    text: other.filter(Boolean).join(', '),
    undo: JSON.stringify({ other: request.id, moved: [], taken: {} } satisfies Merge),
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
  return rows.map(toLead);
}

/** What separating has to undo: the requests that came along, and what the lead took over. */
interface Merge {
  other: string;
  moved: string[];
  taken: Partial<Record<keyof Fillable, { from: Value; to: Value }>>;
}

type Value = string | number | null;

type Fillable = Pick<
  ContactRequestRow,
  'owner_id' | 'license' | 'brokerage' | 'deals_a_year' | 'source' | 'calculation' | 'referred_by'
>;

/** Empty columns of a lead that another request of the person fills. */
function filledBy(lead: ContactRequestRow, other: ContactRequestRow): Partial<Fillable> {
  return {
    owner_id: lead.owner_id ?? other.owner_id,
    license: lead.license ?? other.license,
    brokerage: lead.brokerage ?? other.brokerage,
    deals_a_year: lead.deals_a_year ?? other.deals_a_year,
    source: lead.source ?? other.source,
    calculation: lead.calculation ?? other.calculation,
    referred_by: lead.referred_by ?? other.referred_by,
  };
}

/**
 * Merges the lead `other` into `id`: it becomes a request of the same person, and its notes and events appear there.
 * @throws 404 'Lead not found'; 400 for itself, a request that belongs to a lead already, or two who have joined
 */
export async function mergeLeads(db: Database, actor: Actor, id: string, otherId: string): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'leads');
    const lead = await lockLead(transaction, id);
    const other = await lockLead(transaction, otherId);
    if (id === otherId || lead.joined_to !== null || other.joined_to !== null)
      throw invalid('These are one lead already', 'other');
    if (other.member_id !== null) throw invalid('The other lead has joined: merge this one into it', 'other');
    const moved = await transaction
      .updateTable('contact_requests')
      .set({ joined_to: id })
      .where('joined_to', '=', otherId)
      .returning('id')
      .execute();
    await transaction
      .updateTable('contact_requests')
      .set({ joined_to: id })
      .where('id', '=', otherId)
      .execute();
    const filled = {
      ...filledBy(lead, other),
      ...(lead.next_on === null && { next_step: other.next_step, next_on: other.next_on }),
    };
    await transaction.updateTable('contact_requests').set(filled).where('id', '=', id).execute();
    const merge: Merge = { other: otherId, moved: moved.map((row) => row.id), taken: takenBy(lead, filled) };
    await recordLeadEvent(transaction, actor, id, {
      kind: 'merged',
      text: [objectOf(other).name, other.email, other.phone].join(', '),
      undo: JSON.stringify(merge),
    });
    await recordAuditEvent(transaction, actor, {
      action: 'lead.merged',
      object: objectOf(lead),
      details: objectOf(other).name,
    });
    return getLead(transaction, id);
  });
}

/**
 * Undoes a merge, or that a request was taken for one of the same person, within a day. What the lead took over and
 * still has is given back.
 * @throws 404 'Lead not found'; 400 after a day
 */
export async function separateLead(db: Database, actor: Actor, id: string, otherId: string): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'leads');
    const lead = await lockLead(transaction, id);
    const other = await lockLead(transaction, otherId);
    if (other.joined_to !== id) throw notFound('Lead');
    const merge = await findMerge(transaction, id, otherId);
    if (!merge) throw invalid('This can be undone for a day only', 'other');
    await transaction
      .updateTable('contact_requests')
      .set({ joined_to: null })
      .where('id', '=', otherId)
      .execute();
    if (merge.moved.length > 0)
      await transaction
        .updateTable('contact_requests')
        .set({ joined_to: otherId })
        .where('id', 'in', merge.moved)
        .where('joined_to', '=', id)
        .execute();
    const given = Object.entries(merge.taken).filter(([column, { to }]) => Reflect.get(lead, column) === to);
    if (given.length > 0)
      await transaction
        .updateTable('contact_requests')
        .set(Object.fromEntries(given.map(([column, { from }]) => [column, from])))
        .where('id', '=', id)
        .execute();
    await recordLeadEvent(transaction, actor, id, { kind: 'separated', text: objectOf(other).name });
    await recordLeadEvent(transaction, actor, otherId, { kind: 'separated', text: objectOf(lead).name });
    await recordAuditEvent(transaction, actor, {
      action: 'lead.separated',
      object: objectOf(lead),
      details: objectOf(other).name,
    });
    return getLead(transaction, otherId);
  });
}

function takenBy(lead: ContactRequestRow, filled: object): Merge['taken'] {
  const entries = Object.entries(filled).flatMap(([column, to]) => {
    const from = Reflect.get(lead, column);
    return from === to ? [] : [[column, { from, to }]];
  });
  return Object.fromEntries(entries);
}

/** The newest merge of both within the time for undoing. */
async function findMerge(
  transaction: DatabaseTransaction,
  id: string,
  otherId: string,
): Promise<Merge | undefined> {
  const events = await transaction
    .selectFrom('lead_events')
    .select('undo')
    .where('lead_id', '=', id)
    .where('kind', 'in', ['merged', 'wrote-again'])
    .where('created_at', '>', fromNow(-undoTime))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const merges = events.flatMap(({ undo }): Merge[] => (undo === null ? [] : [JSON.parse(undo)]));
  return merges.find(({ other }) => other === otherId);
}
