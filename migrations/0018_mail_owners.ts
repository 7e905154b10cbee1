import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await db.schema
    .alterTable('mails')
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.alterTable('mails').addColumn('link', 'text').execute();
  await db.schema.createIndex('mails_by_user').on('mails').column('user_id').execute();
}
