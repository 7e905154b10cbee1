import type { Kysely } from 'kysely';

export const oldest = '0051_security_log';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mails').addColumn('sealed_letter', 'text').execute();
}
