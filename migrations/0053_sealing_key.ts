import type { Kysely } from 'kysely';

export const oldest = '0052_sealed_letters';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sealing_key')
    // One row: 'check'.
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute();
}
