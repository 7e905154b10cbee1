import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** A document that is attached to an email. No reference: the name of one that was erased is only not shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`alter table mails add column document_id ${id}`.execute(db);
}
