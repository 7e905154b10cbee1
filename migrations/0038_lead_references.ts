import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!columnTypes(db).postgres) return;
  await sql`alter table contact_requests
    add constraint contact_requests_owner foreign key (owner_id) references users (id) on delete set null not valid,
    add constraint contact_requests_joined_to foreign key (joined_to) references contact_requests (id) on delete set null not valid,
    add constraint contact_requests_member foreign key (member_id) references users (id) on delete set null not valid,
    add constraint contact_requests_referrer foreign key (referred_by) references users (id) on delete set null not valid`.execute(
    db,
  );
}
