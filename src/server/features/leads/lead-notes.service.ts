/** Notes on leads. */

import type { LeadNote } from '../../../shared/leads/leads.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';
import { getLead, lockLead, objectOf } from './lead-rows.ts';

const maxNotes = 200;

/** The newest notes on a contact request and those that belong to it. @throws 404 'Lead not found' */
export async function listNotes(db: Database, leadId: string): Promise<LeadNote[]> {
  await getLead(db, leadId);
  const rows = await db
    .selectFrom('lead_notes')
    .select(['id', 'author_name', 'text', 'created_at'])
    .where('lead_id', 'in', (same) =>
      same
        .selectFrom('contact_requests')
        .select('id')
        .where((e) => e.or([e('id', '=', leadId), e('joined_to', '=', leadId)])),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxNotes)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    author: row.author_name,
    text: row.text,
    date: row.created_at,
  }));
}

/** Adds a note; returns the notes, newest first. @throws 404 'Lead not found' */
export async function addNote(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  leadId: string,
  text: string,
): Promise<LeadNote[]> {
  return inTransaction(parts.db, async (transaction) => {
    await reserveStorage(transaction, parts.config, actor, 'texts', bytesOfTexts(text));
    const lead = await lockLead(transaction, leadId);
    await transaction
      .insertInto('lead_notes')
      .values({
        id: newId(),
        lead_id: leadId,
        author_name: actor.name,
        author_id: actor.id,
        text,
        created_at: now(),
      })
      .execute();
    await recordAuditEvent(transaction, actor, { action: 'lead.noted', object: objectOf(lead) });
    return listNotes(transaction, leadId);
  });
}
