import { shortTitle } from '../../../shared/excerpt.ts';
import { type AuditEvent, recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';

/** A post or a comment; `user_id` is null when its author is no member any more. */
export interface AuditedText {
  id: string;
  text: string;
  user_id: string | null;
}

/**
 * Puts on record what an admin does about a post or a comment: by its first words, and with its author's name, as
 * neither can be looked up once it is removed. In the transaction of the change itself.
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
  await recordAuditEvent(transaction, actor, { action, object: { id, name: shortTitle(text) }, details });
}
