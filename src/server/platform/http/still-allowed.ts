import type { Right } from '../../../shared/users/rights.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { isPostgres } from '../db/json-rows.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import { hasRight, heldColumns } from '../rights.ts';
import { type Actor, holds } from './actor.ts';

/** A user who is signed in, by a session or, with scopes, by an API token. */
type SignedIn = Pick<Actor, 'id' | 'session'> & { scopes?: Actor['scopes'] | undefined };

/** A job that goes on with someone's work has no session. */
export type AuditedActor = Pick<Actor, 'id' | 'by'> & Partial<SignedIn>;

/**
 * Locks the actor's row before making something that ends with their rights and sessions (docs/security.md S16.1). Taking
 * them waits, or has happened.
 * @throws 401 when they are no longer active, or their session or token has ended; 403 when they are no longer an admin
 */
export async function requireStillAdmin(transaction: DatabaseTransaction, actor: Actor): Promise<void> {
  const { id } = actor;
  const user = await transaction
    .updateTable('users')
    .set({ id })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .returning('admin')
    .executeTakeFirst();
  if (!user) throw unauthenticated();
  if (!user.admin) throw forbidden();
  await requireStillSignedIn(transaction, actor);
}

/**
 * The last look at the right by which a call let its user in, before its change is committed: a right that was taken since
 * changes nothing, nor does a session or token that has ended (docs/security.md S16.3).
 * @throws 401 when they are no longer active or signed in; 403 without the right
 */
export async function requireStillAllowed(
  transaction: DatabaseTransaction,
  { id, by, session, scopes }: AuditedActor,
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
  if (session) await requireStillSignedIn(transaction, { id, session, scopes });
}

/**
 * Looks for the session or token again: a body or a lock may have been waited for since it let its user in.
 * @throws 401 when it has ended, or its user is no longer active
 */
export const requireStillSignedIn = (db: Database, actor: SignedIn): Promise<void> =>
  requireStillReading(db, actor, 'own');

/**
 * Called between two parts of a long answer: a slow reader keeps no more rights than they had. For one's own data it
 * checks only the session.
 * @throws 401
 */
export async function requireStillReading(
  db: Database,
  { id, session, scopes }: SignedIn,
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
