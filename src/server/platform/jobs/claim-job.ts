import type { Database } from '../db/database.ts';
import { fromNow, now } from '../db/ids.ts';

/**
 * Claims a job's run for `interval` milliseconds; one process succeeds. Also returns the next due time (ms since 1970).
 */
export async function claimJob(
  db: Database,
  name: string,
  interval: number,
): Promise<{ claimed: boolean; due: number }> {
  const claimed = await db
    .insertInto('jobs')
    .values({ name, started_at: now() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ started_at: now() })
        .where('jobs.started_at', '<=', fromNow(-interval)),
    )
    .returning('name')
    .executeTakeFirst();
  if (claimed) return { claimed: true, due: Date.now() + interval };
  const { started_at } = await db
    .selectFrom('jobs')
    .select('started_at')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return { claimed: false, due: Date.parse(started_at) + interval };
}

/** Before the jobs start: one whose last run failed is due at once, as what it failed by may be repaired. */
export async function forgetFailed(db: Database, name: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('name', '=', name)
    .where((job) =>
      job.or([job('succeeded_at', 'is', null), job('succeeded_at', '<', job.ref('started_at'))]),
    )
    .execute();
}

/** For those who watch: a job that is claimed but never succeeds is broken. */
export async function recordSuccess(db: Database, name: string): Promise<void> {
  await db.updateTable('jobs').set({ succeeded_at: now() }).where('name', '=', name).execute();
}
