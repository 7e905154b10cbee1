import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The announcement that is emailed. No reference: who deletes a post drops its emails, and the lock on posts is spared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table mails add column post_id ${id}`.execute(db);
}
