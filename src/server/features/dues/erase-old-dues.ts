import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';

/**
 * Erases dues once the years of closings are over, from the day they were settled; an open one only when its account has
 * gone; not of those under a legal hold.
 */
export const eraseOldDues = (db: Database, before: string, held: readonly string[]): Promise<void> =>
  deleteInBatches(
    db,
    'dues',
    sql`keep_from < ${before} and (state != 'open' or user_id is null)
      ${held.length === 0 ? sql`` : sql`and (user_id is null or user_id not in (${sql.join(held)}))`}`,
  );
