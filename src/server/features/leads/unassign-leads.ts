/** Leaves the leads of someone who may not recruit any more to the others, or to one of them. */

import { recordAuditEvents } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ContactRequestRow } from '../../tables/leads.ts';
import { queueWebhook, webhooksFor } from '../webhooks/queue-webhook.ts';
import { noOwner } from './lead-changes.service.ts';
import { getLead, objectOf } from './lead-rows.ts';

type Doer = Pick<Actor, 'id' | 'name'> | undefined;
type Left = Pick<ContactRequestRow, 'id' | 'first_name' | 'last_name'>;

/** In one statement. */
const atOnce = 500;

/**
 * Call it in the transaction that takes the right, after that. A person may own thousands, so their lines are written
 * together; requests that belong to a lead go without a line of their own. An undefined actor is the server.
 */
export async function unassignLeadsOf(
  transaction: DatabaseTransaction,
  actor: Doer,
  userId: string,
  heir: { id: string; name: string } | null = null,
): Promise<void> {
  const { name } = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .updateTable('contact_requests')
    .set({ owner_id: heir?.id ?? null })
    .where('owner_id', '=', userId)
    .returning(['id', 'joined_to', 'first_name', 'last_name'])
    .execute();
  const leads = rows.filter(({ joined_to }) => joined_to === null);
  for (let from = 0; from < leads.length; from += atOnce)
    await recordUnassigned(transaction, actor, leads.slice(from, from + atOnce), {
      text: `${name} → ${heir?.name ?? noOwner}`,
      owners: [userId, heir?.id ?? null],
    });
  const webhooks = await webhooksFor(transaction, { event: 'lead.updated', byStaff: true });
  if (webhooks.length === 0) return;
  for (const { id } of leads)
    await queueWebhook<'lead.created' | 'lead.updated' | 'lead.joined'>(transaction, {
      event: 'lead.updated',
      about: { lead_id: id },
      data: () => getLead(transaction, id),
      byStaff: true,
    });
}

async function recordUnassigned(
  transaction: DatabaseTransaction,
  actor: Doer,
  leads: Left[],
  { text, owners }: { text: string; owners: [string, string | null] },
): Promise<void> {
  const moment = now();
  await transaction
    .insertInto('lead_events')
    .values(
      leads.map(({ id }) => ({
        id: newId(),
        lead_id: id,
        kind: 'owner' as const,
        author_id: actor?.id ?? null,
        author_name: actor?.name ?? 'Server',
        text,
        undo: null,
        batch_id: null,
        created_at: moment,
      })),
    )
    .execute();
  await recordAuditEvents(
    transaction,
    actor,
    leads.map((lead) => ({
      action: 'lead.updated',
      object: objectOf(lead),
      details: `owner: ${text}`,
      named: owners,
    })),
  );
}
