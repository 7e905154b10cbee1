import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';

/** The fields of an inquiry that earlier versions copied into the lead that it joined. */
const brought = ['license', 'brokerage', 'deals_a_year', 'source', 'calculation', 'referred_by'] as const;

/**
 * Separates leads that earlier versions joined by a phone number, which proves nothing (docs/security.md S15.1). The
 * inquiry is a lead again, and the other lead loses the values it took from it. The office's words on any joined or
 * merged lead of several addresses are held back for a review. May stop anywhere and run again.
 */
export async function separateLeadsOfOthers(db: Database): Promise<void> {
  await inBatches(db, async (transaction) => {
    await acquireLock(transaction, 'leads');
    const inquiries = await joinedToOthers(transaction, false);
    for (const { id, lead_id, ...values } of inquiries) {
      await holdBack(transaction, [lead_id]);
      await giveBack(transaction, lead_id, values);
      await transaction
        .updateTable('contact_requests')
        .set({ joined_to: null })
        .where('id', '=', id)
        .execute();
    }
    return inquiries.length;
  });
  await inBatches(db, async (transaction) => {
    const merged = await joinedToOthers(transaction, true);
    await holdBack(transaction, [...new Set(merged.map(({ lead_id }) => lead_id))]);
    return merged.length;
  });
}

/**
 * Inquiries that belong to a lead of another address. The office merged them in an earlier version, which did not mark
 * the merge itself, or the site joined them by itself. A merge stays marked for good, and so does a person's release.
 */
const joinedToOthers = (transaction: DatabaseTransaction, merged: boolean) =>
  transaction
    .selectFrom('contact_requests as inquiry')
    .innerJoin('contact_requests as lead', 'lead.id', 'inquiry.joined_to')
    .select(['inquiry.id', 'lead.id as lead_id'])
    .select(brought.map((column) => `inquiry.${column}` as const))
    .where('inquiry.joined_to', 'is not', null)
    .where((e) => e(e.fn<string>('lower', ['inquiry.email']), '!=', e.fn<string>('lower', ['lead.email'])))
    .where((e) => {
      const events = e
        .selectFrom('lead_events')
        .select('lead_events.id')
        .whereRef('lead_events.lead_id', '=', 'lead.id');
      const merges = events.where('kind', '=', 'merged');
      return merged ? e.exists(merges.where('shared', '=', false)) : e.not(e.exists(merges));
    })
    .limit(batch)
    .execute();

/** Until a person has looked at it. */
async function holdBack(transaction: DatabaseTransaction, leadIds: string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const shared = { shared: true };
  await transaction.updateTable('contact_requests').set(shared).where('id', 'in', leadIds).execute();
  await transaction.updateTable('lead_notes').set(shared).where('lead_id', 'in', leadIds).execute();
  await transaction.updateTable('lead_events').set(shared).where('lead_id', 'in', leadIds).execute();
}

/**
 * The earlier version did not note which values it took. So values that both have typed alike go, too, and stay on the
 * inquiry.
 */
async function giveBack(
  transaction: DatabaseTransaction,
  leadId: string,
  values: Pick<ContactRequestRow, (typeof brought)[number]>,
): Promise<void> {
  for (const column of brought)
    if (values[column] !== null)
      await transaction
        .updateTable('contact_requests')
        .set({ [column]: null })
        .where('id', '=', leadId)
        .where(column, '=', values[column])
        .execute();
}
