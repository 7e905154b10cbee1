import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await sql`create table typed_forms (
    id text primary key,
    sealed text not null,
    expires_at ${timestamp} not null
  )`.execute(db);
  await sql`create index typed_forms_by_expiry on typed_forms (expires_at)`.execute(db);
}
