/** Changes of stage, owner and next step, of many leads at once, and their undoing. */

import type { BodyOf } from '../../../shared/contract.ts';
import { formatDay } from '../../../shared/dates.ts';
import { signedStates } from '../../../shared/joining/applications.ts';
import { stageOf } from '../../../shared/leads/lead-statuses.ts';
import type { Lead, leadsContract } from '../../../shared/leads/leads.contract.ts';
import { day } from '../../../shared/time.ts';
import { type AuditEvent, recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { hasRight } from '../../platform/rights.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';
import { type NewLeadEvent, recordLeadEvent } from './lead-events.service.ts';
import { getLead, lockApplicationsOf, lockLead, objectOf } from './lead-rows.ts';

type LeadChanges = BodyOf<(typeof leadsContract)['PATCH /api/leads/:id']>;
type LeadContact = BodyOf<(typeof leadsContract)['POST /api/leads/:id/contacts']>;

const undoTime = day;
/** In logs. */
export const noOwner = 'nobody';

/**
 * Changes a lead and logs each change.
 * @throws 404 'Lead not found'; 400 for an owner who may not recruit, a nurture without date, a closing without reason, and
 * spam while the person has signed and waits
 */
export async function updateLead(
  db: Database,
  actor: Actor,
  id: string,
  changes: LeadChanges,
): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    if (changes.spam) await lockApplicationsOf(transaction, [id]);
    const before = await lockLead(transaction, id);
    await changeLead(transaction, actor, before, changes);
    return getLead(transaction, id);
  });
}

/**
 * Changes many leads, all or none. Returns the id that undoes it, and how many were changed.
 * @throws as `updateLead`
 */
export async function updateLeads(
  db: Database,
  actor: Actor,
  ids: string[],
  changes: LeadChanges,
): Promise<{ _id: string; changed: number }> {
  return inTransaction(db, async (transaction) => {
    const batchId = newId();
    let changed = 0;
    // In one order, so that two such changes at once do not wait for each other.
    for (const id of [...new Set(ids)].sort()) {
      const before = await lockLead(transaction, id);
      if (await changeLead(transaction, actor, before, changes, batchId)) changed++;
    }
    return { _id: batchId, changed };
  });
}

/**
 * Undoes a change of many within a day. Leads that have been changed since are left as they are.
 * @throws 404 'Change not found'; 400 after a day
 */
export async function undoLeads(
  db: Database,
  actor: Actor,
  batchId: string,
): Promise<{ changed: number; left: number }> {
  return inTransaction(db, async (transaction) => {
    const events = await transaction
      .selectFrom('lead_events')
      .select(['lead_id', 'undo', 'created_at'])
      .where('batch_id', '=', batchId)
      .where('undo', 'is not', null)
      .orderBy('lead_id')
      .execute();
    const [first] = events;
    if (!first) throw notFound('Change');
    if (first.created_at < fromNow(-undoTime)) throw invalid('This can be undone for a day only');
    let changed = 0;
    for (const { lead_id, undo } of events) {
      const current = await lockLead(transaction, lead_id);
      const restored = restorable(current, undo);
      if (!restored) continue;
      const { before } = restored;
      await transaction
        .updateTable('contact_requests')
        .set({ ...before, owner_id: await ownerStill(transaction, before) })
        .where('id', '=', lead_id)
        .execute();
      await recordLeadEvent(transaction, actor, lead_id, { kind: 'undone', batchId });
      await audit(transaction, actor, current, 'undone');
      changed++;
    }
    return { changed, left: events.length - changed };
  });
}

/**
 * Logs a call or email, which stops the clock of an unanswered lead, with the step that follows from it.
 * @throws 404 'Lead not found'; 400 for a step of a request that belongs to a lead
 */
export async function logContact(
  db: Database,
  actor: Actor,
  id: string,
  { kind, text, nextStep, take }: LeadContact,
): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    const before = await lockLead(transaction, id);
    await transaction
      .updateTable('contact_requests')
      .set({ waiting_since: null, first_contact_at: before.first_contact_at ?? now() })
      .where('id', '=', id)
      .execute();
    await recordLeadEvent(transaction, actor, id, { kind, text });
    const changes: LeadChanges = {};
    if (before.status === 'new') changes.status = 'contacted';
    if (nextStep) changes.nextStep = nextStep;
    if (take && before.owner_id === null) changes.owner = actor.id;
    if (Object.keys(changes).length > 0)
      await changeLead(transaction, actor, await lockLead(transaction, id), changes);
    return getLead(transaction, id);
  });
}

/** The lead has become this account. @throws 404 'Lead not found'; 400 for one that has become another account */
export async function joinLead(
  transaction: DatabaseTransaction,
  actor: Actor,
  id: string,
  member: { id: string; name: string },
): Promise<void> {
  const before = await lockLead(transaction, id);
  if (before.member_id !== null && before.member_id !== member.id)
    throw invalid('This person has already joined by another account', 'lead');
  await transaction
    .updateTable('contact_requests')
    .set({ member_id: member.id, status: 'joined' })
    .where('id', '=', id)
    .execute();
  await recordLeadEvent(transaction, actor, id, { kind: 'joined', text: member.name });
  // A request that belongs to a lead has no stage of its own.
  if (before.joined_to === null) await changeLead(transaction, actor, before, { status: 'joined' });
}

/** The fields that undoing a change of many restores. */
type Undoable = Pick<
  ContactRequestRow,
  'status' | 'closed_reason' | 'owner_id' | 'next_step' | 'next_on' | 'waiting_since' | 'first_contact_at'
>;

const undoableOf = (row: ContactRequestRow): Undoable => ({
  status: row.status,
  closed_reason: row.closed_reason,
  owner_id: row.owner_id,
  next_step: row.next_step,
  next_on: row.next_on,
  waiting_since: row.waiting_since,
  first_contact_at: row.first_contact_at,
});

/** Changes a locked row and logs each change; returns whether anything changed. @throws as `updateLead` */
export async function changeLead(
  transaction: DatabaseTransaction,
  actor: Actor,
  before: ContactRequestRow,
  changes: LeadChanges,
  batchId?: string,
): Promise<boolean> {
  if (before.joined_to !== null) throw invalid('This request belongs to another lead of the same person');
  const after = changed(before, changes);
  const owners = await namesOfOwners(transaction, before, after);
  const events = eventsOf(before, after, owners);
  if (events.length === 0) return false;
  if (after.spam && !before.spam) await demandDecided(transaction, before.id);
  // The mark is of the words that an earlier version wrote (link-merged.ts).
  const isUnmarked = before.next_step === null && before.closed_reason === null && { shared: false };
  await transaction
    .updateTable('contact_requests')
    .set({ ...undoableOf(after), spam: after.spam, ...isUnmarked })
    .where('id', '=', before.id)
    .execute();
  const undo = batchId && JSON.stringify({ before: undoableOf(before), after: undoableOf(after) });
  for (const [index, event] of events.entries()) {
    // One of them is enough to undo all.
    await recordLeadEvent(transaction, actor, before.id, { ...event, ...(index === 0 && { undo, batchId }) });
  }
  const named = owners.size > 0 ? [before.owner_id, after.owner_id] : undefined;
  await audit(transaction, actor, after, events.map(({ details }) => details).join(', '), named);
  return true;
}

/**
 * Nothing that a person signed goes without a word to them, with the lead or a request that belongs to it. An erasure asks no
 * one (docs/product.md P16.10). Call it with the applications locked. @throws 400
 */
export async function demandDecided(transaction: DatabaseTransaction, id: string): Promise<void> {
  const signed = await transaction
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .select('applications.id')
    .where((e) => e.or([e('lead.id', '=', id), e('lead.joined_to', '=', id)]))
    .where('applications.state', 'in', signedStates)
    .executeTakeFirst();
  if (signed) throw invalid('Decline the application first');
}

const audit = (
  transaction: DatabaseTransaction,
  actor: Actor,
  row: ContactRequestRow,
  details: string,
  named?: AuditEvent['named'],
) =>
  recordAuditEvent(transaction, actor, {
    action: 'lead.updated',
    object: objectOf(row),
    details,
    ...(named && { named }),
  });

function changed(before: ContactRequestRow, changes: LeadChanges): ContactRequestRow {
  const status = changes.status ?? before.status;
  const step =
    changes.nextStep === undefined
      ? { next_step: before.next_step, next_on: before.next_on }
      : { next_step: changes.nextStep?.text ?? null, next_on: changes.nextStep?.on ?? null };
  const reason = changes.closedReason ?? before.closed_reason;
  if (changes.status && stageOf(changes.status).needs === 'reason' && reason === null)
    throw invalid('Reason is required', 'closedReason');
  const { label, needs, isReached, waits } = stageOf(status);
  if (needs === 'next-step' && step.next_on === null && (changes.status || changes.nextStep === null))
    throw invalid(`${label} needs a next step with a date`, 'nextStep');
  const moved = status !== before.status;
  return {
    ...before,
    ...step,
    status,
    owner_id: changes.owner === undefined ? before.owner_id : changes.owner,
    closed_reason: needs === 'reason' ? reason : null,
    spam: changes.spam ?? before.spam,
    waiting_since: moved && !waits ? null : before.waiting_since,
    first_contact_at: before.first_contact_at ?? (moved && isReached ? now() : null),
  };
}

/** Names by id. @throws 400 for a new owner who may not recruit, is not active or was only invited */
async function namesOfOwners(
  transaction: DatabaseTransaction,
  before: ContactRequestRow,
  after: ContactRequestRow,
): Promise<Map<string, string>> {
  if (before.owner_id === after.owner_id) return new Map();
  const ids = [before.owner_id, after.owner_id].filter((id) => id !== null);
  const rows = await transaction.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  if (after.owner_id !== null && !(await mayOwn(transaction, after.owner_id)))
    throw invalid('Owner must have the right to recruiting', 'owner');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The owner of a lead as it was, unless their right has been taken since. */
async function ownerStill(
  transaction: DatabaseTransaction,
  { owner_id }: Pick<ContactRequestRow, 'owner_id'>,
): Promise<string | null> {
  return owner_id !== null && (await mayOwn(transaction, owner_id)) ? owner_id : null;
}

/** Taking the right waits until the transaction has ended, and then finds the lead. */
export async function mayOwn(transaction: DatabaseTransaction, id: string): Promise<boolean> {
  const recruiter = transaction
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where(hasRight('recruiting'))
    .where(isActive);
  // SQLite has one writer anyway.
  const locked = isPostgres(transaction) ? recruiter.forShare() : recruiter;
  return (await locked.executeTakeFirst()) !== undefined;
}

/** With the words for the audit log. */
function eventsOf(
  before: ContactRequestRow,
  after: ContactRequestRow,
  owners: Map<string, string>,
): (NewLeadEvent & { details: string })[] {
  const events: (NewLeadEvent & { details: string })[] = [];
  const ownerOf = ({ owner_id }: ContactRequestRow) => owners.get(owner_id ?? '') ?? noOwner;
  if (before.status !== after.status) {
    const text = `${before.status} → ${after.status}`;
    const reason = after.closed_reason ? `: ${after.closed_reason}` : '';
    events.push({ kind: 'stage', text: text + reason, details: `status: ${text}${reason}` });
  } else if (before.closed_reason !== after.closed_reason) {
    events.push({
      kind: 'stage',
      text: after.closed_reason ?? '',
      details: `reason: ${after.closed_reason}`,
    });
  }
  if (before.owner_id !== after.owner_id) {
    const text = `${ownerOf(before)} → ${ownerOf(after)}`;
    events.push({ kind: 'owner', text, details: `owner: ${text}` });
  }
  if (before.next_step !== after.next_step || before.next_on !== after.next_on) {
    const text = stepOf(after) ?? `Done: ${before.next_step}`;
    events.push({ kind: 'next-step', text, details: `next step: ${stepOf(after) ?? 'done'}` });
  }
  if (before.spam !== after.spam) {
    const text = after.spam ? 'moved to spam' : 'not spam';
    events.push({ kind: 'spam', text, details: text });
  }
  return events;
}

const stepOf = ({ next_step, next_on }: ContactRequestRow) =>
  next_step !== null && next_on !== null ? `${formatDay(next_on)}: ${next_step}` : undefined;

interface Undo {
  before: Undoable;
  after: Undoable;
  /** Whether an earlier version wrote the words of `before` about several people (link-merged.ts). */
  shared?: boolean;
}

/** The values to restore; undefined for a lead that has been changed since. */
function restorable(current: ContactRequestRow, undo: string | null): Undo | undefined {
  if (undo === null || current.joined_to !== null) return undefined;
  const stored: Undo = JSON.parse(undo);
  return !stored.shared && isSame(undoableOf(current), stored.after) ? stored : undefined;
}

const isSame = (a: Undoable, b: Undoable) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
