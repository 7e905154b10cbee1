import type { LeadNote } from '../../shared/leads.contract.ts';
import type { Actor } from '../accounts/sessions.service.ts';
import { recordDeed } from '../audit/audit.service.ts';
import type { Database } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';
import { inTransaction } from '../db/transaction.ts';
import { getLead, lockLead, objectOf } from './leads.service.ts';

const mostNotes = 200;

/** The newest notes on a contact request. @throws 404 'Lead not found' */
export async function listNotes(db: Database, leadId: string): Promise<LeadNote[]> {
  await getLead(db, leadId);
  const rows = await db
    .selectFrom('lead_notes')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotes)
    .execute();
  return rows.map((row) => ({ _id: row.id, author: row.author_name, text: row.text, date: row.created_at }));
}

/** Adds a note; answers all notes, newest first. @throws 404 'Lead not found' */
export async function addNote(db: Database, actor: Actor, leadId: string, text: string): Promise<LeadNote[]> {
  await inTransaction(db, async (transaction) => {
    const lead = await lockLead(transaction, leadId);
    await transaction
      .insertInto('lead_notes')
      .values({ id: newId(), lead_id: leadId, author_name: actor.name, text, created_at: now() })
      .execute();
    await recordDeed(transaction, actor, { action: 'lead.noted', object: objectOf(lead) });
  });
  return listNotes(db, leadId);
}
