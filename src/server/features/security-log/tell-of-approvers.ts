import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { approversMail } from './security-log-mails.ts';
import { tellAdmins } from './tell-admins.ts';

const words = { closings: 'approve closings', agreements: 'sign agreements for the brokerage' };

/**
 * Tells the other admins and the security log who approves closings, or signs agreements, from now on: ids of users before
 * and after the change. Nothing is told if they are the same. Call `mails.wake()` after it (docs/security.md S18.3).
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
    .select(['id', 'name'])
    .where('id', 'in', [...added, ...dropped])
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
  await tellAdmins(transaction, { sealing }, actor, {
    event: 'approvers.changed',
    detail: `${of}: ${[...added.map((id) => `added ${id}`), ...dropped.map((id) => `dropped ${id}`)].join(', ')}`,
    mail: (admin) => approversMail(admin, { actor: actor.name, changes }, config.brokerage),
    except: [actor.id],
  });
}
