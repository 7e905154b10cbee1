/** The terms by which a member is charged. */

import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import { readBasis } from './agreement-basis.ts';
import { scheduleOf } from './prepare.service.ts';

/** The fees that apply to a member. */
export interface Terms {
  /** The agreement in force; null before there is one. */
  agreement: string | null;
  /** The schedule of that agreement, with the fee lines that were agreed on individually. */
  schedule: Readonly<FeeSchedule>;
}

/** The terms that a member has agreed on (docs/product.md P2.12); without an agreement the published schedule. */
export async function termsOf(db: Database | DatabaseTransaction, userId: string): Promise<Terms> {
  const row = await db
    .selectFrom('agreements')
    .select(['id', 'basis'])
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .executeTakeFirst();
  if (!row) return { agreement: null, schedule: await feesInForce(db) };
  return { agreement: row.id, schedule: await scheduleOf(db, readBasis(row.basis)) };
}
