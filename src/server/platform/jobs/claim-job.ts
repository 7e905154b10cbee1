import type { Database } from '../db/database.ts';
import { fromNow, now } from '../db/ids.ts';

/**
 * Claims the run of a job for this interval (milliseconds), which one of several processes succeeds in. Returns also
 * when the next run is due, in milliseconds since 1970. The clock is the process's: an hour more or less harms no job.
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
