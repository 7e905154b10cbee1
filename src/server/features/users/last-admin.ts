import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { UserWithInvitation } from './user-rows.ts';

/** Whether no one else can administer. To act by it, call `lockUser` first: it then holds until the transaction ends. */
export async function isLastActiveAdmin(
  db: Database | DatabaseTransaction,
  user: UserWithInvitation,
): Promise<boolean> {
  if (!user.admin || user.suspended_at !== null || user.password_hash === null) return false;
  const another = await db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where(isActive)
    .where('id', '!=', user.id)
    .limit(1)
    .executeTakeFirst();
  return another === undefined;
}

export const lastAdminMessage = (action: 'deleted' | 'suspended' | 'demoted'): string =>
  `The last active admin cannot be ${action}. Make someone else an admin first.`;
