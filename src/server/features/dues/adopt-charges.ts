import { addDays, officeDay } from '../../../shared/dates.ts';
import { usualDaysToPay } from '../../../shared/dues/dues.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { insertDue } from './due-rows.ts';

/** Charges in one transaction. */
const batch = 200;

/**
 * Makes dues of the charges that an earlier version stored, with their ids. Returns how many. May stop anywhere and run
 * again.
 */
export async function refillDues(db: Database): Promise<number> {
  let written = 0;
  let after = '';
  for (;;) {
    const ids = await idsAfter(db, after);
    if (ids.length === 0) return written;
    after = ids.at(-1) ?? '';
    written += await inTransaction(db, (transaction) => adoptCharges(transaction, ids));
  }
}

async function idsAfter(db: Database, after: string): Promise<string[]> {
  let query = db.selectFrom('closing_charges').select('id').orderBy('id').limit(batch);
  if (after !== '') query = query.where('id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

/** Makes dues of those among these charges that are none yet. @returns how many */
export async function adoptCharges(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<number> {
  const known = await transaction.selectFrom('dues').select('id').where('id', 'in', ids).execute();
  const adopted = new Set(known.map(({ id }) => id));
  const charges = await transaction
    .selectFrom('closing_charges as charge')
    .innerJoin('closings as fallen', 'fallen.id', 'charge.closing_id')
    .leftJoin('closings as taker', 'taker.id', 'charge.taken_by')
    .select(['charge.id', 'charge.user_id', 'charge.closing_id', 'charge.label', 'charge.amount'])
    .select(['charge.reason', 'charge.taken_by', 'charge.created_at'])
    .select(['fallen.agent_name', 'taker.paid_on', 'taker.method', 'taker.payer_name'])
    .where('charge.id', 'in', ids)
    .execute();
  let written = 0;
  for (const charge of charges.filter(({ id }) => !adopted.has(id))) {
    const day = officeDay(charge.created_at);
    // They had no day: an agent was to pay by the next closing.
    const due = addDays(day, usualDaysToPay);
    const row = await insertDue(
      transaction,
      undefined,
      {
        id: charge.id,
        user_id: charge.user_id,
        user_name: charge.agent_name,
        label: charge.label,
        reason: charge.reason,
        amount: Number(charge.amount),
        charged_on: day,
        due_on: due,
        from_closing: charge.closing_id,
        closing_id: charge.taken_by,
        state: charge.taken_by === null ? 'open' : 'kept',
        settled_on: charge.paid_on,
        method: charge.method ?? '',
        settler_name: charge.payer_name ?? '',
        keep_from: charge.paid_on ?? due,
        created_at: charge.created_at,
      },
      'a charge of a closing that fell through',
    );
    if (row) written += 1;
  }
  return written;
}
