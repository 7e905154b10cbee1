import type { Kysely } from 'kysely';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  // In a row.
  await db.schema
    .alterTable('users')
    .addColumn('failed_sign_ins', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
