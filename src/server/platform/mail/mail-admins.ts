import type { DatabaseTransaction } from '../db/database.ts';
import { type Mail, queueMail } from './queue-mail.ts';

/** Queues a mail to each admin who can sign in, except for those with the given ids. */
export async function mailAdmins(
  transaction: DatabaseTransaction,
  toMail: (admin: { name: string; email: string }) => Mail,
  except: readonly string[] = [],
): Promise<void> {
  const admins = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('admin', '=', true)
    .where('suspended_at', 'is', null)
    .execute();
  for (const { id, ...admin } of admins)
    if (!except.includes(id)) await queueMail(transaction, toMail(admin), { userId: id, area: 'admin' });
}
