/** The terms by which a member is charged. */

import { officeDay } from '../../../shared/dates.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { feesInForce, feesPublishedBy } from '../../platform/fee-schedules.ts';
import { readBasis } from './agreement-basis.ts';
import { scheduleOf } from './prepare.service.ts';

type Db = Database | DatabaseTransaction;

/** The fees that apply to a member. */
export interface Terms {
  /** The agreement in force; null before there is one. */
  agreement: string | null;
  /** The schedule of that agreement, with the fee lines that were agreed on individually. */
  schedule: Readonly<FeeSchedule>;
}

/**
 * The fees by what a member had signed by a day (YYYY-MM-DD), or signed first after it; without an agreement those that
 * were published by then (docs/product.md P30.2).
 */
export async function feesOnDay(db: Db, userId: string, day: string): Promise<Readonly<FeeSchedule>> {
  const rows = await db
    .selectFrom('agreements')
    .select(['basis', 'countersigned_at', 'ended_on'])
    .where('user_id', '=', userId)
    .where('countersigned_at', 'is not', null)
    .orderBy('countersigned_at')
    .execute();
  const signed = rows.map((row) => ({ ...row, on: officeDay(row.countersigned_at ?? '') }));
  const held =
    signed.findLast(({ on, ended_on }) => on <= day && (ended_on === null || ended_on >= day)) ??
    signed.find(({ on }) => on > day);
  return held ? scheduleOf(db, readBasis(held.basis)) : feesPublishedBy(db, day);
}

/** The terms that a member has agreed on (docs/product.md P2.12); without an agreement the published schedule. */
export async function termsOf(db: Db, userId: string): Promise<Terms> {
  const row = await db
    .selectFrom('agreements')
    .select(['id', 'basis'])
    .where('user_id', '=', userId)
    .where('state', '=', 'in-force')
    .executeTakeFirst();
  if (!row) return { agreement: null, schedule: await feesInForce(db) };
  return { agreement: row.id, schedule: await scheduleOf(db, readBasis(row.basis)) };
}
