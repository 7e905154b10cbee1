import { addDays, formatDay, today } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { DueRow } from '../../tables/dues.ts';
import { insertDue } from '../dues/due-rows.ts';
import { noteFilled } from './filled.ts';

interface Person {
  id: string;
  name: string;
}

interface SampleDue {
  label: string;
  reason: string;
  amount: number;
  daysAgo: number;
  paid?: { method: string; daysAgo: number };
}

/** By the members in turn: one overdue, one open, one paid. */
const samples: SampleDue[] = [
  { label: 'Yard sign', reason: 'Two signs for an open house', amount: 60_00, daysAgo: 40 },
  { label: 'Lockbox', reason: 'Not returned after the listing ended', amount: 95_00, daysAgo: 3 },
  {
    label: 'Contract class',
    reason: 'A seat in the class of the association',
    amount: 45_00,
    daysAgo: 30,
    paid: { method: 'Check 1187', daysAgo: 21 },
  },
];
const daysToPay = 14;

/** No one is told of them. */
export async function fillWithDues(
  transaction: DatabaseTransaction,
  members: readonly Person[],
  admin: Person,
): Promise<void> {
  const dues: string[] = [];
  for (const [at, { daysAgo, paid, ...sample }] of samples.entries()) {
    const member = members[at];
    if (!member) continue;
    const charged = addDays(today(), -daysAgo);
    const row = await insertDue(
      transaction,
      admin,
      {
        ...sample,
        user_id: member.id,
        user_name: member.name,
        charged_on: charged,
        due_on: addDays(charged, daysToPay),
        ...(paid ? settled(paid, admin) : {}),
      },
      `added on ${formatDay(charged)}`,
    );
    if (row) dues.push(row.id);
  }
  await noteFilled(transaction, { dues });
}

function settled({ method, daysAgo }: NonNullable<SampleDue['paid']>, admin: Person): Partial<DueRow> {
  const on = addDays(today(), -daysAgo);
  return { state: 'paid', settled_on: on, method, settled_by: admin.id, settler_name: admin.name };
}

export const removeDues = (db: Database, ids: string[]): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (ids.length > 0) await transaction.deleteFrom('dues').where('id', 'in', ids).execute();
  });
