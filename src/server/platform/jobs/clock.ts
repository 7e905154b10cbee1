import { day, hour, minute } from '../../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * Among the jobs: `started_at` is when the site was last seen running by a clock that is believed, `succeeded_at` since
 * when another clock is not. No job has this name.
 */
export const clockRow = 'clock';

/** How far a clock may be from the last time that the site ran. */
const maxLeap = 7 * day;
/** How long one that is further off is not believed; a site that was really off loses no more than this. */
const doubt = day;

export interface ClockFault {
  /** When the site last ran. */
  last: string;
  /** When this clock will be believed. */
  believedAt: string;
}

/**
 * Compares the clock of this process with the last time that the site ran, and notes that it runs; undefined if it is
 * believed. Jobs that erase or end something by age ask first: a clock that is years ahead would erase everyone.
 */
export async function lookAtClock(db: Database, moment = Date.now()): Promise<ClockFault | undefined> {
  const now = iso(moment);
  const { last, since } = await readClock(db);
  const age = last === undefined ? -1 : moment - Date.parse(last);
  if (since === undefined && age >= 0 && age < minute) return undefined;
  return inTransaction(db, async (transaction) => {
    const { last, since } = await readClock(transaction);
    const isNear = last === undefined || Math.abs(moment - Date.parse(last)) <= maxLeap;
    const doubted = since === undefined ? -1 : moment - Date.parse(since);
    if (isNear || (doubted >= doubt && doubted <= maxLeap)) {
      await note(transaction, now, null);
      // Runs of a clock that was ahead would keep the jobs waiting for that day.
      await transaction
        .deleteFrom('jobs')
        .where('started_at', '>', iso(moment + hour))
        .execute();
      return undefined;
    }
    if (doubted >= 0 && doubted <= maxLeap && since !== undefined) return faultOf(last, since);
    await note(transaction, last, now);
    return faultOf(last, now);
  });
}

/** As `lookAtClock`, and writes nothing. */
export async function clockFault(db: Database, moment = Date.now()): Promise<ClockFault | undefined> {
  const { last, since } = await readClock(db);
  if (last === undefined || Math.abs(moment - Date.parse(last)) <= maxLeap) return undefined;
  return faultOf(last, since ?? iso(moment));
}

const faultOf = (last: string, since: string): ClockFault => ({
  last,
  believedAt: iso(Date.parse(since) + doubt),
});

/** For the operator. */
export const clockWords = ({ last, believedAt }: ClockFault, moment = Date.now()): string =>
  `The clock says ${iso(moment).slice(0, 10)}; the site last ran at ${minuteOf(last)}. If the clock is right, nothing needs doing: data past its time is erased from ${minuteOf(believedAt)} on. If it is wrong, set it right (timedatectl set-ntp true) and restart.`;

const minuteOf = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

const iso = (moment: number) => new Date(moment).toISOString();

/** Before the first look, such as after a restore, reads the clock from the jobs and the latest records. */
async function readClock(db: Database): Promise<{ last: string | undefined; since: string | undefined }> {
  const row = await db
    .selectFrom('jobs')
    .select(['started_at', 'succeeded_at'])
    .where('name', '=', clockRow)
    .executeTakeFirst();
  if (row) return { last: row.started_at, since: row.succeeded_at ?? undefined };
  const job = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('started_at').as('at'))
    .executeTakeFirst();
  const event = await db
    .selectFrom('audit_log')
    .select('created_at as at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [last] = [job?.at, event?.at].flatMap((at) => at ?? []).sort((a, b) => (a < b ? 1 : -1));
  return { last, since: undefined };
}

const note = (db: Database, started_at: string, succeeded_at: string | null) =>
  db
    .insertInto('jobs')
    .values({ name: clockRow, started_at, succeeded_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ started_at, succeeded_at }))
    .execute();
