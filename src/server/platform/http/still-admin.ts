import type { Database, DatabaseTransaction } from '../db/database.ts';
import { unauthenticated } from '../http-error.ts';
import type { Actor } from './actor.ts';

/**
 * Locks the actor's row before something is made that ends with their rights (docs/security.md S16.1): taking the rights
 * waits, or has happened. @throws 401 when they are no active admin any more
 */
export async function requireStillAdmin(transaction: DatabaseTransaction, { id }: Actor): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ id })
    .where('id', '=', id)
    .where('admin', '=', true)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw unauthenticated();
}

/**
 * Between two parts of a long answer: whoever reads it slowly keeps no more than they had. Of one's own data it asks for
 * the session alone. @throws 401
 */
export async function requireStillReading(
  db: Database,
  { id, session, scopes }: Actor,
  { own = false }: { own?: boolean } = {},
): Promise<void> {
  const table = scopes ? 'api_tokens' : 'sessions';
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where((user) => (own ? user.lit(true) : user('users.admin', '=', true)))
    .where('users.suspended_at', 'is', null)
    .where((user) =>
      user.exists(user.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', session.id)),
    )
    .executeTakeFirst();
  if (!row) throw unauthenticated();
}
