import type { DatabaseTransaction } from '../db/database.ts';
import { inTurns, mailsInTurn } from '../in-turns.ts';
import { type Mail, queueMail } from './queue-mail.ts';

/**
 * Queues a mail to each admin who can sign in, except for those with the given ids.
 * @param also ids of others who get it, whatever their rights
 */
export async function mailAdmins(
  transaction: DatabaseTransaction,
  toMail: (admin: { name: string; email: string }) => Mail,
  except: readonly string[] = [],
  also: readonly string[] = [],
): Promise<void> {
  const admins = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('admin', '=', true)
    .where('suspended_at', 'is', null)
    .execute();
  for await (const { id, ...admin } of inTurns(admins, mailsInTurn)) {
    if (!except.includes(id)) await queueMail(transaction, toMail(admin), { userId: id, area: 'admin' });
  }
  const known = new Set(admins.map(({ id }) => id));
  const ids = also.filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const others = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .execute();
  for (const { id, ...other } of others) await queueMail(transaction, toMail(other), { userId: id });
}
