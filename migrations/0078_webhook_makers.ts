import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** With whose rights a webhook ends; of those from before, the audit log knows who made them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, postgres } = columnTypes(db);
  await db.schema
    .createTable('webhook_makers')
    .addColumn('webhook_id', id, (column) =>
      column.primaryKey().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('webhook_makers_by_user').on('webhook_makers').column('user_id').execute();
  const madeOf = postgres ? sql`webhooks.id::text` : sql`webhooks.id`;
  await sql`insert into webhook_makers (webhook_id, user_id)
    select webhooks.id, users.id from webhooks
    inner join audit_log on audit_log.object_id = ${madeOf} and audit_log.action = 'webhook.created'
    inner join users on users.id = audit_log.actor_id`.execute(db);
}
