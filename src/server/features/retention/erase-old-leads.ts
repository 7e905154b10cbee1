/** Erases leads past their retention, and hands those with later requests on (docs/product.md P19.1). */

import type { ExpressionBuilder } from 'kysely';
import { signedStates } from '../../../shared/joining/applications.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { recordErasures } from '../../platform/erasures/tombstones.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Tables } from '../../tables/tables.ts';
import { lockApplicationsOf } from '../leads/lead-rows.ts';
import { removeLeads } from '../leads/leads.service.ts';
import { type Held, isNotAt } from '../member-files/held.ts';
import { type HeldNow, heldInRun } from '../member-files/held-in-run.ts';
import { recordErasure } from './record-erasure.ts';

/** A lead's notes, log and mails are deleted with it. */
const batchOfLeads = 20;

/** Call it as part of the job that erases old data. */
export async function eraseOldLeads(
  { db, sealing }: Pick<Parts, 'db' | 'sealing'>,
  before: string,
  heldNow: HeldNow,
): Promise<void> {
  const run: LeadsRun = { before, heldNow, heldAtFirst: heldInRun(sealing, { locks: false }) };
  await inBatches(db, (transaction) => handOnLeads(transaction, run), batchOfLeads);
  await inBatches(db, (transaction) => eraseSome(transaction, run), batchOfLeads);
}

interface LeadsRun {
  before: string;
  heldNow: HeldNow;
  /** Applications are locked before legal holds. */
  heldAtFirst: HeldNow;
}

const oldLeads = (transaction: DatabaseTransaction, before: string, held: Held) =>
  transaction
    .selectFrom('contact_requests')
    .select('id')
    .where('created_at', '<', before)
    .where(isNotAt(held, 'contact_requests.email'))
    .limit(batchOfLeads);

/** Returns how many. */
async function eraseSome(
  transaction: DatabaseTransaction,
  { before, heldNow, heldAtFirst }: LeadsRun,
): Promise<number> {
  const overdue = (held: Held) =>
    oldLeads(transaction, before, held)
      // One that came in since the leads were handed on: the next hour.
      .where((lead) => lead.not(lead.exists(laterThan(lead, before))))
      .where((lead) => lead.not(lead.exists(runningOf(lead, before))));
  const found = (await overdue(await heldAtFirst(transaction)).execute()).map(({ id }) => id);
  if (found.length === 0) return 0;
  await lockApplicationsOf(transaction, found);
  // An application may have gone on, and a legal hold been placed, before the locks.
  const old = await overdue(await heldNow(transaction))
    .where('id', 'in', found)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const erased = await removeLeads(transaction, ids);
  // Another process was faster.
  if (erased === 0) return 0;
  await recordErasures(transaction, 'contact-request', ids);
  await recordErasure(transaction, erased === 1 ? '1 lead' : `${erased} leads`);
  return erased;
}

/**
 * A lead is erased while a later request of the person stays: the newest becomes the lead, as it stands. Returns how
 * many leads were handed on.
 */
async function handOnLeads(
  transaction: DatabaseTransaction,
  { before, heldAtFirst }: LeadsRun,
): Promise<number> {
  const leads = await oldLeads(transaction, before, await heldAtFirst(transaction))
    .where((lead) => lead.exists(laterThan(lead, before)))
    .execute();
  if (leads.length === 0) return 0;
  const later = await transaction
    .selectFrom('contact_requests as later')
    .innerJoin('contact_requests as lead', 'lead.id', 'later.joined_to')
    .select([
      'later.id',
      'lead.id as lead_id',
      'lead.status',
      'lead.owner_id',
      'lead.next_step',
      'lead.next_on',
      'lead.closed_reason',
      'lead.waiting_since',
      'lead.first_contact_at',
      'lead.member_id',
      'lead.linked_to',
    ])
    .where(
      'later.joined_to',
      'in',
      leads.map(({ id }) => id),
    )
    .where('later.created_at', '>=', before)
    .orderBy('later.created_at', 'desc')
    .execute();
  const seen = new Set<string>();
  for (const { id, lead_id, ...work } of later) {
    if (seen.has(lead_id)) continue;
    seen.add(lead_id);
    await transaction
      .updateTable('contact_requests')
      .set({ ...work, joined_to: null })
      .where('id', '=', id)
      .execute();
    await transaction
      .updateTable('contact_requests')
      .set({ joined_to: id })
      .where('joined_to', '=', lead_id)
      .where('id', '!=', id)
      .execute();
    await transaction
      .updateTable('contact_requests')
      .set({ linked_to: id })
      .where('linked_to', '=', lead_id)
      .execute();
    await handOnApplication(transaction, lead_id, id);
  }
  return leads.length;
}

/** The person goes on with it, unless they have one of the later request. */
async function handOnApplication(transaction: DatabaseTransaction, from: string, to: string): Promise<void> {
  await transaction
    .updateTable('applications')
    .set({ lead_id: to })
    .where('lead_id', '=', from)
    .where((e) =>
      e.not(e.exists(e.selectFrom('applications as its').select('its.id').where('its.lead_id', '=', to))),
    )
    .execute();
}

const laterThan = (lead: ExpressionBuilder<Tables, 'contact_requests'>, before: string) =>
  lead
    .selectFrom('contact_requests as later')
    .select('later.id')
    .whereRef('later.joined_to', '=', 'contact_requests.id')
    .where('later.created_at', '>=', before);

/** Finds an open application that went on since, which would be deleted with its lead (docs/product.md P19.1). */
const runningOf = (lead: ExpressionBuilder<Tables, 'contact_requests'>, before: string) =>
  lead
    .selectFrom('applications as running')
    .select('running.id')
    .whereRef('running.lead_id', '=', 'contact_requests.id')
    .where('running.state', 'in', ['invited', 'started', ...signedStates])
    .where('running.changed_at', '>=', before);
