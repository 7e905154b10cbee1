import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0056_exports';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('webhooks')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('former_secret', 'text')
    .addColumn('former_until', timestamp)
    .addColumn('disabled_at', timestamp)
    .addColumn('disabled_reason', 'text')
    .addColumn('paused_until', timestamp)
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('webhook_id', id, (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('lead_id', id, (column) => column.references('contact_requests.id').onDelete('cascade'))
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('first_attempt_at', timestamp)
    .addColumn('next_attempt_at', timestamp, (column) => column.notNull())
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('delivered_at', timestamp)
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('webhook_deliveries').columns(columns).execute();
  await index('webhook_deliveries_by_turn', ['webhook_id', 'state', 'next_attempt_at']);
  await index('webhook_deliveries_by_date', ['webhook_id', 'created_at', 'id']);
  await index('webhook_deliveries_by_age', ['created_at']);
  await index('webhook_deliveries_by_lead', ['lead_id']);
  await index('webhook_deliveries_by_user', ['user_id']);
}
