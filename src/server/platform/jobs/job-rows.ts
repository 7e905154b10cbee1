import type { Database } from '../db/database.ts';
import { clockRow } from './clock.ts';

/** The jobs, without what else is noted in their table: claims of what was mailed about, and the clock. */
export const jobRows = (db: Database) =>
  db.selectFrom('jobs').where('name', 'not like', 'mail about %').where('name', '!=', clockRow);
