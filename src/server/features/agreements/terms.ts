import { currentFees, type FeeSchedule } from '../../../shared/fees.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';

/** What a member is charged by. */
export interface Terms {
  /** The agreement in force; null before there is one. */
  agreement: string | null;
  /** The schedule of that agreement, with the fee lines that were agreed on individually. */
  schedule: Readonly<FeeSchedule>;
}

/** The terms that a member has agreed on (docs/product.md P2.12); without an agreement the published schedule. */
export async function termsOf(_db: Database | DatabaseTransaction, _userId: string): Promise<Terms> {
  return { agreement: null, schedule: currentFees };
}
