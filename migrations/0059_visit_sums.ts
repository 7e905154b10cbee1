import type { Kysely } from 'kysely';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('visit_sums')
    // YYYY-MM-DD, in Los Angeles.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_sums_key', ['day', 'event', 'path', 'source'])
    .execute();
}
