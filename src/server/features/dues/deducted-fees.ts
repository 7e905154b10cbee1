/** Closings that deduct the annual fee as a line of its own, not as a due (docs/product.md P29.22, P30.5). */

import type { DecisionFields } from '../../../shared/closings/closing-fields.ts';
import { officeDay } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { toEntries } from '../member-files/entries.ts';
import { datesOf } from '../member-files/file-state.ts';

type Db = Database | DatabaseTransaction;

export type Deductions = Pick<DecisionFields, 'deductions'>;

export const annualLines = ({ deductions }: Deductions) => deductions.filter(({ kind }) => kind === 'annual');

export const deductsAnnualFee = (decisions: Deductions): boolean => annualLines(decisions).length > 0;

/** In cents. */
export const annualFeeDeducted = (decisions: Deductions): number =>
  annualLines(decisions).reduce((sum, { amount }) => sum + amount, 0);

/**
 * Finds the closings that keep the annual fee of an agent by `annual` as a deduction, the last approved first: approved since
 * they joined last, and not over unpaid. One that was paid counts until the office takes back the tick of the fee, or frees the fee by a
 * correction, as it is due again then. `amount` is in cents.
 */
export async function closingsDeducting(db: Db, agent: string) {
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'property', 'decisions', 'approved_at', 'paid_at', 'paid_on', 'method', 'payer_name'])
    .where('agent_id', '=', agent)
    .where('approved_at', 'is not', null)
    .where('decisions', 'like', '%"kind":"annual"%')
    .where((e) => e.or([e('paid_on', 'is not', null), e('state', 'not in', ['fell-through', 'archived'])]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('closing_corrections')
            .select('closing_corrections.id')
            .whereRef('closing_corrections.closing_id', '=', 'closings.id')
            .where('closing_corrections.freed_annual', '!=', 0),
        ),
      ),
    )
    .orderBy('approved_at', 'desc')
    .orderBy('id')
    .execute();
  const deducting = rows.flatMap(({ decisions, approved_at, ...row }) => {
    const made: Deductions = JSON.parse(decisions);
    return deductsAnnualFee(made)
      ? [{ ...row, approved: officeDay(approved_at ?? ''), amount: annualFeeDeducted(made) }]
      : [];
  });
  if (deducting.length === 0) return [];
  const joined = await lastJoined(db, agent);
  const dueAgain = await lastTakenBack(db, agent);
  return deducting.filter(
    ({ approved, paid_at }) =>
      (joined === null || approved >= joined) &&
      (dueAgain === undefined || paid_at === null || paid_at > dueAgain),
  );
}

async function lastJoined(db: Db, agent: string): Promise<string | null> {
  const rows = await db
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author'])
    .where('user_id', '=', agent)
    .where('kind', 'in', ['joined', 'withdrawal'])
    .orderBy('id')
    .execute();
  return datesOf(toEntries(rows)).joined;
}

/** When the office took back the tick of the fee last. */
async function lastTakenBack(db: Db, agent: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('member_checks')
    .select('created_at')
    .where('user_id', '=', agent)
    .where('kind', '=', 'annual-fee')
    .where('ticked', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.created_at;
}
