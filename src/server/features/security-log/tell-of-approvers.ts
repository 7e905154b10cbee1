import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { appendInTransaction } from './security-chain.ts';
import { approversMail } from './security-log-mails.ts';

const words = { closings: 'approve closings', agreements: 'sign agreements for the brokerage' };

/**
 * Tells those who approve closings, or sign agreements, before or after a change of who does, and the security log. `before`
 * and `after` are ids of users; nothing is told if they are the same. Call it late in the transaction, as
 * appendInTransaction, and `mails.wake()` afterwards (docs/security.md S18.3).
 */
export async function tellOfApprovers(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<Parts, 'config' | 'sealing'>,
  actor: Pick<Actor, 'id' | 'name'>,
  { of, before, after }: { of: keyof typeof words; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  const added = after.filter((id) => !before.includes(id));
  const dropped = before.filter((id) => !after.includes(id));
  if (added.length + dropped.length === 0) return;
  const users = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email', 'suspended_at'])
    .where('id', 'in', [...before, ...after])
    .execute();
  const named = (ids: string[]) =>
    users
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ');
  const changes = [
    added.length > 0 ? `${named(added)} may now ${words[of]}.` : '',
    dropped.length > 0 ? `${named(dropped)} may no longer ${words[of]}.` : '',
  ].filter(Boolean);
  for (const { id, name, email, suspended_at } of users) {
    if (id === actor.id || suspended_at !== null) continue;
    const mail = approversMail({ name, email }, { actor: actor.name, changes }, config.brokerage);
    await queueMail(transaction, mail, { userId: id });
  }
  const detail = `${of}: ${[...added.map((id) => `added ${id}`), ...dropped.map((id) => `dropped ${id}`)].join(', ')}`;
  await appendInTransaction(transaction, sealing, [
    {
      event: 'approvers.changed',
      detail,
      user_id: actor.id,
      address: '',
      device: '',
      request_id: '',
      created_at: now(),
    },
  ]);
}
