/** Entries of a log that concern several people, and their review. */

import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { alwaysAboutBoth, getLead, lockLead, objectOf } from './lead-rows.ts';

interface Review {
  /** Id of a note or an event; null for the lead's next step and reason. */
  entry: string | null;
  aboutSeveral: boolean;
}

/**
 * Records someone's review of an entry that concerned several people (docs/security.md S15.2). An entry about one
 * person is exported with them again.
 * @throws 404 'Lead not found', 'Entry not found'; 400 for a merge or separation
 */
export async function reviewEntry(
  db: Database,
  actor: Actor,
  id: string,
  { entry, aboutSeveral }: Review,
): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    const lead = await lockLead(transaction, id);
    if (entry === null)
      await transaction
        .updateTable('contact_requests')
        .set({ shared: aboutSeveral })
        .where('id', '=', id)
        .execute();
    else await markEntry(transaction, id, entry, aboutSeveral);
    await recordAuditEvent(transaction, actor, {
      action: 'lead.reviewed',
      object: objectOf(lead),
      details: aboutSeveral ? 'concerns several people' : 'concerns one person',
    });
    return getLead(transaction, id);
  });
}

async function markEntry(
  transaction: DatabaseTransaction,
  id: string,
  entry: string,
  shared: boolean,
): Promise<void> {
  const requests = await transaction
    .selectFrom('contact_requests')
    .select('id')
    .where((e) => e.or([e('id', '=', id), e('joined_to', '=', id)]))
    .execute();
  const ids = requests.map((request) => request.id);
  const note = await transaction
    .updateTable('lead_notes')
    .set({ shared })
    .where('id', '=', entry)
    .where('lead_id', 'in', ids)
    .executeTakeFirst();
  if (note.numUpdatedRows > 0n) return;
  const event = await transaction
    .selectFrom('lead_events')
    .select('kind')
    .where('id', '=', entry)
    .where('lead_id', 'in', ids)
    .executeTakeFirst();
  if (!event) throw notFound('Entry');
  if (alwaysAboutBoth.some((kind) => kind === event.kind))
    throw invalid('A merge concerns both people', 'entry');
  await transaction.updateTable('lead_events').set({ shared }).where('id', '=', entry).execute();
}
