import type { User } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { endSessionsOf, endSessionsOfAll } from '../auth/sessions/sessions.service.ts';
import { getUser, lockUser } from './user-rows.ts';

/** Ends a user's sessions, the actor's own included, deletes their devices and revokes their API tokens. @throws 404 'User not found' */
export async function endUserSessions(db: Database, actor: Actor, id: string): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    await endSessionsOf(transaction, id);
    await transaction.deleteFrom('api_tokens').where('created_by', '=', id).execute();
    await recordAuditEvent(transaction, actor, { action: 'sessions.ended', object: user });
    return getUser(transaction, id);
  });
}

/** Ends everyone's sessions but the actor's current one and revokes all API tokens, as after a break-in. */
export async function endEverySession(db: Database, actor: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await endSessionsOfAll(transaction, actor.session.id);
    await transaction.deleteFrom('api_tokens').execute();
    const object = { id: actor.id, name: 'Everyone' };
    await recordAuditEvent(transaction, actor, { action: 'sessions.ended', object });
  });
}
