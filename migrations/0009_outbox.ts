import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('mails_by_date').on('mails').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('mails_by_state').on('mails').columns(['state', 'created_at', 'id']).execute();
}
