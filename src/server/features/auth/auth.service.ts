import type { CurrentUser } from '../../../shared/auth.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { verifyPassword } from './passwords.ts';
import { type Device, openSession } from './sessions.service.ts';

/**
 * Checks e-mail and password and opens a session; answers its token.
 * @throws 400 'Invalid Credentials', in the same words and time for a wrong password, an unknown e-mail, a
 *   suspended user and one who has not set a password yet
 */
export async function signIn(
  db: Database,
  { email, password }: { email: string; password: string },
  device: Device,
): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  const matches = await verifyPassword(password, user?.password_hash ?? null);
  if (!user || !matches || user.suspended_at) throw invalid('Invalid Credentials');
  return inTransaction(db, async (transaction) => {
    // The password may have been replaced while it was being verified, and its sessions ended.
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ last_sign_in_at: now() })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalid('Invalid Credentials');
    return openSession(transaction, user.id, device);
  });
}

/** The signed-in user as GET /api/auth shows them; `editors` is the setting of who edits content. */
export async function currentUser(
  db: Database,
  actor: Actor,
  editors: 'members' | 'admins',
): Promise<CurrentUser> {
  const row = await db.selectFrom('users').select('avatar_url').where('id', '=', actor.id).executeTakeFirst();
  return {
    _id: actor.id,
    name: actor.name,
    email: actor.email,
    admin: actor.admin,
    avatar: row?.avatar_url ?? null,
    date: actor.createdAt,
    editsContent: actor.admin || editors === 'members',
  };
}
