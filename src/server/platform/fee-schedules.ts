import { feeFigures } from '../../shared/fees/fees.contract.ts';
import type { FeeSchedule } from '../../shared/fees/fees.ts';
import type { FeeVersionRow } from '../tables/fees.ts';
import type { Database } from './db/database.ts';

/** Pages read the fees in memory (`siteSettings.current`); what is signed or charged reads them here, in its transaction. */
export async function feesInForce(db: Database): Promise<Readonly<FeeSchedule>> {
  const row = await db
    .selectFrom('fee_versions')
    .select(['number', 'figures'])
    .where('starts_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return toSchedule(row);
}

/** The published schedule of a day (YYYY-MM-DD) until today. */
export async function feesPublishedBy(db: Database, day: string): Promise<Readonly<FeeSchedule>> {
  const row = await db
    .selectFrom('fee_versions')
    .select(['number', 'figures'])
    .where('starts_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((e) => e.or([e('starts_on', 'is', null), e('starts_on', '<=', day)]))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return toSchedule(row);
}

/** The schedule that an agreement names. @throws NoResultError for a number that never was */
export async function feesOfVersion(db: Database, number: number): Promise<Readonly<FeeSchedule>> {
  const row = await db
    .selectFrom('fee_versions')
    .select(['number', 'figures'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return toSchedule(row);
}

export const toSchedule = ({ number, figures }: Pick<FeeVersionRow, 'number' | 'figures'>): FeeSchedule => ({
  version: number,
  ...feeFigures.parse(JSON.parse(figures)),
});
