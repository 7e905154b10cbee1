import type { CheckFields } from '../../../shared/joining-fields.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid } from '../../platform/http-error.ts';
import { today } from '../leads/lead-changes.service.ts';
import { checksOf, recordCheck } from './member-checks.service.ts';

/** @throws 404 'User not found'; 400 for a day to come; 409 when the facts differ from those on the screen */
export async function tickCheck(db: Database, actor: Actor, userId: string, fields: CheckFields) {
  if (fields.day > today()) throw invalid('Day must be today or earlier', 'day');
  const { current, ...check } = fields;
  return inTransaction(db, async (transaction) => {
    const now = (await checksOf(transaction, userId)).current[check.kind];
    if (check.ticked && current !== undefined && current !== now)
      throw new HttpError(409, [{ msg: `This has changed since you opened it. Check it for ${now}` }]);
    await recordCheck(transaction, actor, { user: { id: userId }, ...check });
    return checksOf(transaction, userId);
  });
}
