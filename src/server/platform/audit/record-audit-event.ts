import type { AuditAction } from '../../../shared/audit/audit-actions.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';
import type { Actor } from '../http/actor.ts';
import { type AuditedActor, requireStillAllowed } from '../http/still-allowed.ts';

export interface AuditEvent {
  action: AuditAction;
  object: { id: string; name: string };
  details?: string;
  /** Ids of the accounts that the details name, in their order, with null for no one. */
  named?: readonly (string | null)[];
}

/**
 * Records audit events; call it in the transaction of the change. An undefined actor is the server. A change of one's own
 * account may take the right to it.
 * @throws 403 when the actor has lost the right by which they act; 401 when their session or token has ended
 */
export async function recordAuditEvent(
  transaction: DatabaseTransaction,
  actor: (AuditedActor & Pick<Actor, 'name'>) | undefined,
  ...events: AuditEvent[]
): Promise<void> {
  if (actor && events.some(({ object }) => object.id !== actor.id))
    await requireStillAllowed(transaction, actor);
  await recordAuditEvents(transaction, actor, events);
}

/** Records what one change did to several; for a change that has asked whether its actor may make it. */
export async function recordAuditEvents(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  events: AuditEvent[],
): Promise<void> {
  const moment = now();
  await transaction
    .insertInto('audit_log')
    .values(
      events.map(({ action, object, details = '', named }) => ({
        id: newId(),
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? 'Server',
        action,
        object_id: object.id,
        object_name: object.name,
        details,
        named: named ? JSON.stringify(named) : null,
        created_at: moment,
      })),
    )
    .execute();
}
