import { today } from '../../../shared/dates.ts';
import type { Database } from '../../platform/db/database.ts';
import { yearsKept } from '../security-log/years-kept.ts';

/** The last day on which an agreement of that address must be shown, if it ends today where it has not; undefined without one. */
export async function agreementsKeptUntil(db: Database, email: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('agreements')
    .select('ended_on')
    .where('email', '=', email.toLowerCase())
    .execute();
  const { keep_years } = await db
    .selectFrom('agreement_settings')
    .select('keep_years')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const last = rows
    .map(({ ended_on }) => ended_on ?? today())
    .toSorted()
    .at(-1);
  return last && inYears(last, await yearsKept(db, 'agreements', keep_years));
}

/** Moves a day by years. February 29 becomes March 1 where the year has none. */
function inYears(day: string, years: number): string {
  const moved = new Date(`${Number(day.slice(0, 4)) + years}${day.slice(4)}T00:00:00Z`);
  return moved.toISOString().slice(0, 10);
}
