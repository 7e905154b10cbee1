import { type Kysely, sql } from 'kysely';

export const oldest = '0063_legal_hold_reminders';

/** For limits of how many rows there may be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into locks (name) values ('limits')`.execute(db);
}
