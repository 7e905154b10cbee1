import type { CheckFields } from '../../../shared/joining-fields.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { today } from '../leads/lead-changes.service.ts';
import { checksOf, recordCheck } from './member-checks.service.ts';

/** @throws 404 'User not found'; 400 for a day to come */
export async function tickCheck(db: Database, actor: Actor, userId: string, fields: CheckFields) {
  if (fields.day > today()) throw invalid('Day must be today or earlier', 'day');
  return inTransaction(db, async (transaction) => {
    await recordCheck(transaction, actor, { user: { id: userId }, ...fields });
    return checksOf(transaction, userId);
  });
}
