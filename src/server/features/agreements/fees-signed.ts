import type { FeesSigned } from '../../../shared/fees/fees.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';

/** Counts active members by the version of the fees that they signed, newest first (docs/product.md P2.12). */
export async function feesSigned(db: Database): Promise<FeesSigned> {
  const { version } = await feesInForce(db);
  const signed = await db
    .selectFrom('agreements')
    .innerJoin('users', 'users.id', 'agreements.user_id')
    .select((e) => ['agreements.fees as version', e.fn.countAll<number>().as('members')])
    .where('agreements.state', '=', 'in-force')
    .where('users.suspended_at', 'is', null)
    .groupBy('agreements.fees')
    .orderBy('agreements.fees', 'desc')
    .execute();
  return { current: version, signed: signed.map((row) => ({ ...row, members: Number(row.members) })) };
}
