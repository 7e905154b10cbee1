import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** When annual fees are charged and due, and how to pay them, as JSON; null before the first run of the job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table closing_settings add column dues text`.execute(db);
}
