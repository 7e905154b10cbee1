/**
 * Links leads that may be one person (docs/product.md P16.10): lists show a group as one, by its first lead, to which the
 * others point in `linked_to`. Each keeps all of its own data.
 */

import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';
import { recordLeadEvent } from './lead-events.service.ts';
import { getLead, leadRows, lockLead, objectOf, toLeads } from './lead-rows.ts';

/** The first lead of the group, or the lead itself. @throws 404 'Lead not found' */
export async function firstOf(db: Database, id: string): Promise<string> {
  const row = await db
    .selectFrom('contact_requests')
    .select((e) => e.fn.coalesce('linked_to', 'id').as('first'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Lead');
  return row.first;
}

/** The other leads of the group, newest first. @throws 404 'Lead not found' */
export async function listLinked(db: Database, id: string): Promise<Lead[]> {
  const first = await firstOf(db, id);
  const rows = await leadRows(db)
    .where((e) => e.or([e('contact_requests.id', '=', first), e('contact_requests.linked_to', '=', first)]))
    .where('contact_requests.id', '!=', id)
    .orderBy('contact_requests.created_at', 'desc')
    .orderBy('contact_requests.id', 'desc')
    .limit(200)
    .execute();
  return toLeads(db, rows);
}

/**
 * The groups of both become one.
 * @throws 404 'Lead not found'; 400 for itself, leads that are linked, and a request that belongs to a lead
 */
export const linkLeads = (db: Database, actor: Actor, id: string, otherId: string): Promise<Lead> =>
  changeLinks(db, actor, { id, otherId, kind: 'linked' }, async (transaction, first, firstOfOther) => {
    if (id === otherId) throw invalid('Choose another lead', 'other');
    if (first === firstOfOther) throw invalid('These leads are linked already', 'other');
    await transaction
      .updateTable('contact_requests')
      .set({ linked_to: first })
      .where((e) => e.or([e('id', '=', firstOfOther), e('linked_to', '=', firstOfOther)]))
      .execute();
  });

/** Takes the other lead out of the group. @throws 404 'Lead not found', also for one that is not linked */
export const unlinkLead = (db: Database, actor: Actor, id: string, otherId: string): Promise<Lead> =>
  changeLinks(db, actor, { id, otherId, kind: 'unlinked' }, async (transaction, first, firstOfOther) => {
    if (id === otherId || first !== firstOfOther) throw notFound('Lead');
    await takeOutOfGroups(transaction, [otherId]);
  });

interface Pair {
  id: string;
  otherId: string;
  kind: 'linked' | 'unlinked';
}

async function changeLinks(
  db: Database,
  actor: Actor,
  { id, otherId, kind }: Pair,
  change: (transaction: DatabaseTransaction, first: string, firstOfOther: string) => Promise<void>,
): Promise<Lead> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'leads');
    const rows = new Map<string, ContactRequestRow>();
    // In one order, as a change of many locks them.
    for (const each of [id, otherId].sort()) {
      const row = await lockLead(transaction, each);
      if (row.joined_to !== null)
        throw invalid('This request belongs to another lead of the same person', 'other');
      rows.set(each, row);
    }
    await change(transaction, await firstOf(transaction, id), await firstOf(transaction, otherId));
    for (const [each, row] of rows) {
      const other = each === id ? otherId : id;
      await recordLeadEvent(transaction, actor, each, { kind, undo: JSON.stringify({ other }) });
      await recordAuditEvent(transaction, actor, {
        action: `lead.${kind}`,
        object: objectOf(row),
        details: other,
      });
    }
    return getLead(transaction, id);
  });
}

/**
 * The oldest of those that stay becomes the first of its group; one that is left by itself has no links. Call it with the
 * lock 'leads'.
 */
export async function takeOutOfGroups(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  const staying = await transaction
    .selectFrom('contact_requests')
    .select(['id', 'linked_to'])
    .where('linked_to', 'in', ids)
    .where('id', 'not in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const firsts = new Map<string | null, string>();
  for (const { id, linked_to } of staying) if (!firsts.has(linked_to)) firsts.set(linked_to, id);
  for (const [former, first] of firsts)
    await transaction
      .updateTable('contact_requests')
      .set({ linked_to: first })
      .where('linked_to', '=', former)
      .execute();
  await transaction
    .updateTable('contact_requests')
    .set({ linked_to: null })
    .where('id', 'in', [...firsts.values(), ...ids])
    .execute();
}
