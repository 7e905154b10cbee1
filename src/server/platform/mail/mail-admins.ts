import type { DatabaseTransaction } from '../db/database.ts';
import { type Mail, queueMail } from './queue-mail.ts';

/** Queues a mail to each admin who can sign in. */
export async function mailAdmins(
  transaction: DatabaseTransaction,
  toMail: (admin: { name: string; email: string }) => Mail,
): Promise<void> {
  const admins = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('admin', '=', true)
    .where('suspended_at', 'is', null)
    .execute();
  for (const { id, ...admin } of admins)
    await queueMail(transaction, toMail(admin), { userId: id, forAdmins: true });
}
