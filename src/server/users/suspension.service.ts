import type { User } from '../../shared/users.contract.ts';
import { deletePasswordLinks } from '../accounts/password-links.service.ts';
import { type Actor, endSessionsOf } from '../accounts/sessions.service.ts';
import { recordDeed } from '../audit/audit.service.ts';
import type { Database } from '../db/database.ts';
import { now } from '../db/ids.ts';
import { inTransaction } from '../db/transaction.ts';
import { invalid } from '../http/faults.ts';
import { isLastActiveAdmin, lastAdminMessage } from './last-admin.ts';
import { getUser, lockUser, toUser } from './user-rows.ts';

/**
 * Keeps a user from signing in: their sessions and links are dead at once; what they wrote stays.
 * @throws 404 'User not found'; 400 for the last active admin
 */
export async function suspendUser(db: Database, actor: Actor, id: string): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (user.suspended_at !== null) return toUser(user);
    if (await isLastActiveAdmin(transaction, user)) throw invalid(lastAdminMessage('suspended'));
    await transaction.updateTable('users').set({ suspended_at: now() }).where('id', '=', id).execute();
    await endSessionsOf(transaction, id);
    await deletePasswordLinks(transaction, id);
    await recordDeed(transaction, actor, { action: 'user.suspended', object: user });
    return getUser(transaction, id);
  });
}

/** Lets a suspended user sign in again. @throws 404 'User not found' */
export async function reactivateUser(db: Database, actor: Actor, id: string): Promise<User> {
  return inTransaction(db, async (transaction) => {
    const user = await lockUser(transaction, id);
    if (user.suspended_at === null) return toUser(user);
    await transaction.updateTable('users').set({ suspended_at: null }).where('id', '=', id).execute();
    await recordDeed(transaction, actor, { action: 'user.reactivated', object: user });
    return getUser(transaction, id);
  });
}
