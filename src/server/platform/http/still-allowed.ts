import type { Right } from '../../../shared/users/rights.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { isPostgres } from '../db/json-rows.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import { hasRight, heldColumns } from '../rights.ts';
import { type Actor, holds } from './actor.ts';

/**
 * Locks the actor's row before making something that ends with their rights (docs/security.md S16.1). Taking the rights
 * waits, or has happened.
 * @throws 401 when they are no longer active; 403 when they are no longer an admin
 */
export async function requireStillAdmin(transaction: DatabaseTransaction, { id }: Actor): Promise<void> {
  const user = await transaction
    .updateTable('users')
    .set({ id })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .returning('admin')
    .executeTakeFirst();
  if (!user) throw unauthenticated();
  if (!user.admin) throw forbidden();
}

/**
 * The last look at the right by which a call let its user in, before its change is committed: a right that was taken since
 * changes nothing (docs/security.md S16.3).
 * @throws 401 when they are no longer active; 403 without the right
 */
export async function requireStillAllowed(
  transaction: DatabaseTransaction,
  { id, by }: Pick<Actor, 'id' | 'by'>,
): Promise<void> {
  if (by === undefined) return;
  const held = transaction
    .selectFrom('users')
    .select(heldColumns)
    .where('users.id', '=', id)
    .where('users.suspended_at', 'is', null);
  // The deletion of the account waits, and then sees this act, or has happened.
  const user = await (isPostgres(transaction) ? held.forShare() : held).executeTakeFirst();
  if (!user) throw unauthenticated();
  if (!holds(user, by)) throw forbidden();
}

/**
 * Called between two parts of a long answer: a slow reader keeps no more rights than they had. For one's own data it
 * checks only the session.
 * @throws 401
 */
export async function requireStillReading(
  db: Database,
  { id, session, scopes }: Actor,
  needed: Right | 'admin' | 'own',
): Promise<void> {
  const table = scopes ? 'api_tokens' : 'sessions';
  let query = db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where('users.suspended_at', 'is', null)
    .where((user) =>
      user.exists(user.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', session.id)),
    );
  if (needed === 'admin') query = query.where('users.admin', '=', true);
  else if (needed !== 'own') query = query.where(hasRight(needed));
  if (!(await query.executeTakeFirst())) throw unauthenticated();
}
