import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0056_exports';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_by', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .addColumn('last_used_at', timestamp)
    .execute();
  await db.schema.createIndex('api_tokens_by_creator').on('api_tokens').columns(['created_by']).execute();
}
