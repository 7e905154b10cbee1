import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0047_leads_by_referrer';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);

  await db.schema
    .createTable('onboarding_template')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('due_days', 'integer', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('page_version', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('onboarding_steps')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    // A day in Los Angeles, as YYYY-MM-DD.
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('page_version', 'integer', (column) => column.notNull())
    .addColumn('done_at', timestamp)
    .addColumn('done_by', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  // One copy of a template for a member, whatever happens at once.
  await db.schema
    .createIndex('onboarding_steps_once')
    .on('onboarding_steps')
    .columns(['user_id', 'plan', 'position'])
    .unique()
    .execute();
  await db.schema.createIndex('onboarding_steps_by_doer').on('onboarding_steps').column('done_by').execute();
}
