import type { AuditAction } from '../../../shared/audit-actions.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';
import type { Actor } from '../http/actor.ts';

export interface AuditEvent {
  action: AuditAction;
  object: { id: string; name: string };
  details?: string;
}

/** Records an audit event; call it in the transaction of the change. An undefined actor is the server. */
export async function recordAuditEvent(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | undefined,
  { action, object, details = '' }: AuditEvent,
): Promise<void> {
  await transaction
    .insertInto('audit_log')
    .values({
      id: newId(),
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? 'Server',
      action,
      object_id: object.id,
      object_name: object.name,
      details,
      created_at: now(),
    })
    .execute();
}
