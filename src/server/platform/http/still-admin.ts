import type { Database, DatabaseTransaction } from '../db/database.ts';
import { unauthenticated } from '../http-error.ts';
import type { Actor } from './actor.ts';

/**
 * Locks the actor's row before making something that ends with their rights (docs/security.md S16.1). Taking the rights
 * waits, or has happened.
 * @throws 401 when they are no longer an active admin
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
 * Called between two parts of a long answer: a slow reader keeps no more rights than they had. For one's own data it
 * checks only the session.
 * @throws 401
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
