import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

const texts = ['title', 'snippet', 'text', 'url', 'base'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, postgres } = columnTypes(db);
  const lengths = sql.join(
    texts.map((column) => sql`octet_length(coalesce(${sql.ref(column)}, ''))`),
    sql` + `,
  );
  await db.schema
    .createTable('working_copies')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('article_id', id, (column) => column.references('articles.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('snippet', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('cover_id', id)
    .addColumn('cover_alt', 'text', (column) => column.notNull())
    .addColumn('base', 'text')
    .addColumn('saved_at', timestamp, (column) => column.notNull())
    // As in 0020_storage.
    .addColumn('bytes', 'integer', (column) => {
      const generated = column.generatedAlwaysAs(sql`${lengths} + 512`);
      return postgres ? generated.stored() : generated;
    })
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('working_copies');
  await index('working_copies_of_articles')
    .unique()
    .columns(['user_id', 'article_id'])
    .where(sql.ref('article_id'), 'is not', null)
    .execute();
  await index('working_copies_of_new')
    .unique()
    .column('user_id')
    .where(sql.ref('article_id'), 'is', null)
    .execute();
  await index('working_copies_by_article').column('article_id').execute();
  await index('working_copies_by_owner').columns(['user_id', 'bytes']).execute();
  await db.schema
    .createTable('working_copy_images')
    .addColumn('image_id', id, (column) => column.notNull().references('images.id').onDelete('cascade'))
    .addColumn('copy_id', id, (column) =>
      column.notNull().references('working_copies.id').onDelete('cascade'),
    )
    // Looked up by image, in the hourly purge.
    .addPrimaryKeyConstraint('working_copy_images_key', ['image_id', 'copy_id'])
    .execute();
  await db.schema
    .createIndex('working_copy_images_by_copy')
    .on('working_copy_images')
    .column('copy_id')
    .execute();
}
