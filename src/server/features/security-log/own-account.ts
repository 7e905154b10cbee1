import { day } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';

/**
 * Whether an account counts as the actor's own when they drop it: both have the same license number, and neither license
 * was changed in the last 30 days. A link that one could have just made does not take away another who decides
 * (docs/security.md S16.5).
 */
export async function isOwnAccount(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  userId: string,
): Promise<boolean> {
  const before = fromNow(-30 * day);
  const shared = await transaction
    .selectFrom('licenses as own')
    .innerJoin('licenses as their', 'their.number', 'own.number')
    .select('own.user_id')
    .where('own.user_id', '=', actor.id)
    .where('their.user_id', '=', userId)
    .where('own.number', '!=', '')
    .where('own.updated_at', '<', before)
    .where('their.updated_at', '<', before)
    .executeTakeFirst();
  return shared !== undefined;
}
