import { type Kysely, sql } from 'kysely';

export const oldest = '1000_schema';

/** The version of the fees to sign, too; null for an ask for the text only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement_asks add column fees integer`.execute(db);
}
