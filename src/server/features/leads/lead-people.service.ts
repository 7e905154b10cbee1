/**
 * Decides when two leads are one person (docs/product.md P16.10). `filledBy` fills in a lead by a second
 * inquiry: a new field belongs into `Fillable`.
 */

import { signedStates } from '../../../shared/joining/applications.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { day } from '../../../shared/time.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { phoneNumbersIn } from '../../platform/phone.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';
import { ownerStill } from './lead-changes.service.ts';
import { recordLeadEvent } from './lead-events.service.ts';
import {
  getLead,
  hasUnsignedTerms,
  leadRows,
  leadsWithDigits,
  lockLead,
  objectOf,
  toLeads,
} from './lead-rows.ts';

const undoTime = day;

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
    // Only the lead itself is marked as spam, and not the inquiries merged into it.
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
  const filled = filledBy(lead, request);
  await transaction
    .updateTable('contact_requests')
    .set({
      ...filled,
      status: lead.status === 'closed' ? 'new' : lead.status,
      closed_reason: null,
      waiting_since: lead.waiting_since ?? now(),
      alerted_at: lead.waiting_since === null ? null : lead.alerted_at,
    })
    .where('id', '=', leadId)
    .execute();
  const merge: Merge = { other: request.id, moved: [], taken: takenBy(lead, filled) };
  await recordLeadEvent(transaction, undefined, leadId, { kind: 'wrote-again', undo: JSON.stringify(merge) });
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
 * The newest other leads with a phone number of this one or of its inquiries: for the office to look at, never a join
 * (docs/security.md S15.1). @throws 404 'Lead not found'
 */
export async function listSamePhone(db: Database, id: string): Promise<Lead[]> {
  const { mergedInto } = await getLead(db, id);
  const own = [id, ...(mergedInto === null ? [] : [mergedInto])];
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
    .where('contact_requests.id', 'not in', own)
    .where('contact_requests.spam', '=', false)
    .orderBy('contact_requests.created_at', 'desc')
    .orderBy('contact_requests.id', 'desc')
    .limit(suggested)
    .execute();
  return toLeads(db, rows);
}

/** The changes that separating has to undo: the requests that moved, and the fields that the lead took over. */
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

/** The fields that a lead takes over. From an inquiry with another address it takes only the office's own decisions. */
function filledBy(lead: ContactRequestRow, other: ContactRequestRow): Partial<Fillable> {
  const owner = { owner_id: lead.owner_id ?? other.owner_id };
  if (!isSameAddress(lead, other)) return owner;
  return {
    ...owner,
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
 * @throws 404 'Lead not found'; 400 for itself, a request that belongs to a lead already, and another that has joined or
 * has an application or individual terms: what it comes to shows on the lead that it is of
 */
export async function mergeLeads(db: Database, actor: Actor, id: string, otherId: string): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'leads');
    const lead = await lockLead(transaction, id);
    const other = await lockLead(transaction, otherId);
    if (id === otherId || lead.joined_to !== null || other.joined_to !== null)
      throw invalid('These are one lead already', 'other');
    if (other.member_id !== null) throw invalid('The other lead has joined: merge this one into it', 'other');
    if (await hasApplication(transaction, otherId))
      throw invalid(
        'The other lead has an application: merge this one into it, or end the application first',
        'other',
      );
    if (await hasUnsignedTerms(transaction, otherId))
      throw invalid(
        'Individual terms are agreed with the other lead, and merging would lose them: merge this one into it, or take the terms away first',
        'other',
      );
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
      ...filledBy(lead, { ...other, owner_id: await ownerStill(transaction, other) }),
      // The words of another person's step stay with their inquiry.
      ...(lead.next_on === null &&
        other.next_on !== null && {
          next_step: isSameAddress(lead, other) ? other.next_step : 'See the merged inquiry',
          next_on: other.next_on,
        }),
    };
    await transaction.updateTable('contact_requests').set(filled).where('id', '=', id).execute();
    const merge: Merge = { other: otherId, moved: moved.map((row) => row.id), taken: takenBy(lead, filled) };
    await recordLeadEvent(transaction, actor, id, {
      kind: 'merged',
      undo: JSON.stringify(merge),
    });
    await recordAuditEvent(transaction, actor, {
      action: 'lead.merged',
      object: objectOf(lead),
      details: otherId,
    });
    return getLead(transaction, id);
  });
}

/** Whether the person can still join by it. */
async function hasApplication(transaction: DatabaseTransaction, leadId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('applications')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('state', 'in', ['invited', 'started', ...signedStates])
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now())]))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Undoes a merge within a day, also one that the site made by itself. Gives back what the lead took over and still has.
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
    const separated = (from: string) =>
      ({ kind: 'separated', undo: JSON.stringify({ other: from }) }) as const;
    await recordLeadEvent(transaction, actor, id, separated(otherId));
    await recordLeadEvent(transaction, actor, otherId, separated(id));
    await recordAuditEvent(transaction, actor, {
      action: 'lead.separated',
      object: objectOf(lead),
      details: otherId,
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

const isSameAddress = (lead: Pick<ContactRequestRow, 'email'>, other: Pick<ContactRequestRow, 'email'>) =>
  lead.email.toLowerCase() === other.email.toLowerCase();

/**
 * Called before leads are erased. Inquiries of other people that were merged into one become a lead of their own, with
 * the office's decisions and its words about all of them (docs/security.md S15.2).
 */
export async function leaveToOthers(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  const leads = await transaction
    .selectFrom('contact_requests')
    .select(['id', 'status', 'owner_id', 'waiting_since'])
    .where('id', 'in', ids)
    .where('joined_to', 'is', null)
    .execute();
  for (const { id, ...decided } of leads) {
    const heir = await heirOf(transaction, id, ids);
    if (!heir) continue;
    const { joined_to, ...other } = heir;
    if (joined_to === id)
      await transaction
        .updateTable('contact_requests')
        .set({ ...decided, joined_to: null })
        .where('id', '=', other.id)
        .execute();
    await transaction
      .updateTable('contact_requests')
      .set({ joined_to: other.id })
      .where('joined_to', '=', id)
      .where('id', 'not in', ids)
      .execute();
    for (const table of ['lead_notes', 'lead_events'] as const)
      await transaction
        .updateTable(table)
        .set({ lead_id: other.id })
        .where('lead_id', '=', id)
        .where('shared', '=', true)
        .execute();
  }
}

/** The oldest inquiry that is merged into a lead or was, and stays. */
async function heirOf(transaction: DatabaseTransaction, id: string, going: string[]) {
  const staying = transaction
    .selectFrom('contact_requests')
    .select(['id', 'joined_to'])
    .where('id', 'not in', going)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
  const merged = await staying.where('joined_to', '=', id).executeTakeFirst();
  if (merged) return merged;
  const events = await transaction
    .selectFrom('lead_events')
    .select('undo')
    .where('lead_id', '=', id)
    .where('kind', '=', 'separated')
    .where('undo', 'is not', null)
    .execute();
  const others = events.map(({ undo }) => String(Reflect.get(Object(JSON.parse(undo ?? '{}')), 'other')));
  return others.length > 0 ? staying.where('id', 'in', others).executeTakeFirst() : undefined;
}
