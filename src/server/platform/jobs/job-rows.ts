import type { Database } from '../db/database.ts';
import { clockRow } from './clock.ts';

/** The jobs, without other notes in their table: claims of emails sent, and the clock. */
export const jobRows = (db: Database) =>
  db.selectFrom('jobs').where('name', 'not like', 'mail about %').where('name', '!=', clockRow);
