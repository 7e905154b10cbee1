import type { Database } from '../../platform/db/database.ts';

/** The open dues of a member, those due first. */
export interface OpenDues {
  /** The oldest annual fee. */
  fee: { charged: string; due: string } | null;
  /** All others, in cents; credits are none. */
  others: { charged: string; due: string; amount: number } | null;
}

/** By user; none for who has none. */
export async function openDues(db: Database, users: string[]): Promise<Map<string, OpenDues>> {
  const open = new Map<string, OpenDues>();
  if (users.length === 0) return open;
  const rows = await db
    .selectFrom('dues')
    .select(['user_id', 'annual_on', 'charged_on', 'due_on', 'amount'])
    .where('user_id', 'in', users)
    .where('state', '=', 'open')
    .where('amount', '>', 0)
    .orderBy('due_on')
    .orderBy('id')
    .execute();
  for (const { user_id, annual_on, charged_on: charged, due_on: due, amount } of rows) {
    const its = open.get(user_id ?? '') ?? { fee: null, others: null };
    if (annual_on !== null) its.fee ??= { charged, due };
    else if (its.others) its.others.amount += Number(amount);
    else its.others = { charged, due, amount: Number(amount) };
    open.set(user_id ?? '', its);
  }
  return open;
}
