import { sql } from 'kysely';
import type { LeadStatus } from '../../../shared/leads/lead-statuses.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { batch, inBatches } from '../../platform/db/in-batches.ts';
import { acquireLock } from '../../platform/db/locks.ts';

/**
 * Makes linked leads of those that earlier versions merged although their addresses differ (docs/product.md P16.10). Words
 * about several people stay marked as such, and no export has them (docs/security.md S15.2). May stop anywhere and run
 * again.
 */
export async function linkMerged(db: Database): Promise<void> {
  await inBatches(db, moveWords);
  await inBatches(db, linkSome);
  await inBatches(db, forgetMerges);
}

/** The words of a step or reason about several people become a note, which is marked by itself. */
async function moveWords(transaction: DatabaseTransaction): Promise<number> {
  const leads = await transaction
    .selectFrom('contact_requests')
    .select(['id', 'next_step', 'closed_reason'])
    // Literally the index's condition, or it is not used.
    .where(sql<boolean>`shared and (next_step is not null or closed_reason is not null)`)
    .limit(batch)
    .execute();
  for (const { id, next_step, closed_reason } of leads) {
    const text = [next_step, closed_reason].filter((words) => words !== null).join('\n');
    await transaction
      .insertInto('lead_notes')
      .values({
        id: newId(),
        lead_id: id,
        author_name: 'Server',
        author_id: null,
        text,
        created_at: now(),
        shared: true,
      })
      .execute();
    await transaction
      .updateTable('contact_requests')
      .set({
        next_step: next_step && seeNotes,
        closed_reason: closed_reason && seeNotes,
        shared: false,
      })
      .where('id', '=', id)
      .execute();
  }
  return leads.length;
}

const seeNotes = 'See the notes';

/** The oldest inquiry of each other address becomes a lead, to which the others of that address belong. */
async function linkSome(transaction: DatabaseTransaction): Promise<number> {
  await acquireLock(transaction, 'leads');
  const merged = await transaction
    .selectFrom('contact_requests as inquiry')
    .innerJoin('contact_requests as lead', 'lead.id', 'inquiry.joined_to')
    .select((e) => [
      'lead.id',
      'lead.linked_to',
      'lead.status',
      'lead.owner_id',
      'lead.spam',
      e.fn<string>('lower', ['inquiry.email']).as('email'),
    ])
    .distinct()
    .where('inquiry.joined_to', 'is not', null)
    .where((e) => e(e.fn<string>('lower', ['inquiry.email']), '!=', e.fn<string>('lower', ['lead.email'])))
    .limit(batch)
    .execute();
  for (const { id, linked_to, email, ...work } of merged) {
    const isOfAddress = sql<boolean>`joined_to = ${id} and lower(email) = ${email}`;
    const oldest = await transaction
      .selectFrom('contact_requests')
      .select(['id', 'status', 'owner_id'])
      .where(isOfAddress)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const requests = transaction.updateTable('contact_requests');
    await requests.set({ joined_to: oldest.id }).where(isOfAddress).execute();
    await requests
      .set({
        joined_to: null,
        linked_to: linked_to ?? id,
        status: oldest.status === 'new' ? stageOfOther(work.status) : oldest.status,
        owner_id: oldest.owner_id ?? work.owner_id,
        waiting_since: null,
        spam: work.spam,
      })
      .where('id', '=', oldest.id)
      .execute();
    await copyNotes(transaction, id, oldest.id);
  }
  return merged.length;
}

/** Another person has joined by the lead. */
const stageOfOther = (status: LeadStatus): LeadStatus => (status === 'joined' ? 'contacted' : status);

async function copyNotes(transaction: DatabaseTransaction, from: string, to: string): Promise<void> {
  const notes = await transaction
    .selectFrom('lead_notes')
    .select(['author_name', 'author_id', 'text', 'created_at', 'shared'])
    .where('lead_id', '=', from)
    .where('shared', '=', true)
    .execute();
  const copies = notes.map((note) => ({ ...note, id: newId(), lead_id: to }));
  if (copies.length > 0) await transaction.insertInto('lead_notes').values(copies).execute();
}

/** Whom a lead was merged with is not read any more. */
async function forgetMerges(transaction: DatabaseTransaction): Promise<number> {
  const events = await transaction
    .selectFrom('lead_events')
    .select('id')
    // Literally the index's condition, or it is not used.
    .where(sql<boolean>`kind in ('merged', 'wrote-again', 'separated')`)
    .where('kind', '!=', 'wrote-again')
    .where((e) => e.or([e('undo', 'is not', null), e('text', '!=', '')]))
    .limit(batch)
    .execute();
  const ids = events.map(({ id }) => id);
  if (ids.length > 0)
    await transaction
      .updateTable('lead_events')
      .set({ text: '', undo: null })
      .where('id', 'in', ids)
      .execute();
  return ids.length;
}
