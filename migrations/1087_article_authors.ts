import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Whether public articles name their author. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, no } = columnTypes(db);
  await sql`alter table publishing_settings add column authors ${boolean} not null default ${no}`.execute(db);
}
