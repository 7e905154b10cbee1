import { shortTitle } from '../../../shared/excerpt.ts';
import { type AuditEvent, recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';

export interface AuditedText {
  id: string;
  text: string;
  user_id: string | null;
}

/**
 * Records the text's beginning and author, which cannot be looked up after a removal; call it in the same transaction.
 */
export async function recordPostAuditEvent(
  transaction: DatabaseTransaction,
  actor: Actor,
  action: AuditEvent['action'],
  { id, text, user_id }: AuditedText,
  more = '',
): Promise<void> {
  const author = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', user_id)
    .executeTakeFirst();
  const by = `by ${author?.name ?? 'a former member'}`;
  const details = more === '' ? by : `${by} · ${more}`;
  await recordAuditEvent(transaction, actor, {
    action,
    object: { id, name: shortTitle(text) },
    details,
    named: [user_id],
  });
}
