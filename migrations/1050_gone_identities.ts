import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Deleted accounts and erased addresses are known by what they had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`create table gone_identities (
    link_id ${id} not null,
    kind text not null check (kind in ('address', 'corporation')),
    value text not null,
    primary key (link_id, kind, value)
  )`.execute(db);
  await sql`create index gone_identities_by_value on gone_identities (kind, value)`.execute(db);
}
