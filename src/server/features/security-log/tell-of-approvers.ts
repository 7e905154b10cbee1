import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { isOwnAccount } from './own-account.ts';
import { appendInTransaction } from './security-chain.ts';
import { approversMail } from './security-log-mails.ts';

const words = {
  closings: 'approve closings',
  agreements: 'sign agreements for the brokerage',
  brokerage: 'decide for the brokerage',
};

interface Told {
  of: keyof typeof words;
  /** Ids of users. */
  before: readonly string[];
  after: readonly string[];
  /** By what they decide, in fixed words, and whose it is. */
  changed?: readonly { what: string; user?: string }[];
}

/**
 * Tells those who approve closings, or sign agreements, before or after a change of who does or by what, and the security
 * log. Nothing is told if nothing differs. Call it late in the transaction, as appendInTransaction, and `mails.wake()`
 * afterwards (docs/security.md S18.3).
 */
export async function tellOfApprovers(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<Parts, 'config' | 'sealing'>,
  actor: Pick<Actor, 'id' | 'name'>,
  { of, before, after, changed = [] }: Told,
): Promise<void> {
  const added = after.filter((id) => !before.includes(id));
  const dropped = before.filter((id) => !after.includes(id));
  if (added.length + dropped.length + changed.length === 0) return;
  const ids = [...before, ...after];
  const users =
    ids.length === 0
      ? []
      : await transaction
          .selectFrom('users')
          .select(['id', 'name', 'email', 'suspended_at'])
          .where('id', 'in', ids)
          .execute();
  const named = (ids: string[]) =>
    users
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ');
  const changes = [
    added.length > 0 ? `${named(added)} may now ${words[of]}.` : '',
    dropped.length > 0 ? `${named(dropped)} may no longer ${words[of]}.` : '',
    ...changed.map(({ what, user }) => `The ${what}${user ? ` of ${named([user])}` : ''} was changed.`),
  ].filter(Boolean);
  for (const { id, name, email, suspended_at } of users) {
    if (id === actor.id || suspended_at !== null) continue;
    const isOfWho = added.length + dropped.length > 0;
    const mail = approversMail({ name, email }, { actor: actor.name, changes, isOfWho }, config.brokerage);
    await queueMail(transaction, mail, { userId: id });
  }
  const drops: string[] = [];
  for (const id of dropped)
    drops.push((await isOwnAccount(transaction, actor, id)) ? `own account ${id} dropped` : `dropped ${id}`);
  const detail = [
    ...added.map((id) => `added ${id}`),
    ...drops,
    ...changed.map(({ what, user }) => `changed ${what}${user ? ` of ${user}` : ''}`),
  ].join(', ');
  await appendInTransaction(transaction, sealing, [
    {
      event: 'approvers.changed',
      detail: `${of}: ${detail}`,
      user_id: actor.id,
      address: '',
      device: '',
      request_id: '',
      created_at: now(),
    },
  ]);
}
