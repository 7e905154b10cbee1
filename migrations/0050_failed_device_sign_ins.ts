import type { Kysely } from 'kysely';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Counted apart, so that strangers cannot keep its owner out.
  await db.schema
    .alterTable('known_devices')
    .addColumn('failed_sign_ins', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
