import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** Bytes per row beside the text: the row, its indexes, search words and event. */
const overhead = 512;

/** A mention causes a notification of about eight times its JSON's size. */
const perMention = sql` + 8 * octet_length(coalesce(mentions, ''))`;

const texts = [
  { table: 'articles', owner: 'saved_by', columns: ['title', 'snippet', 'text', 'url', 'html'] },
  { table: 'article_versions', owner: 'saved_by', columns: ['title', 'snippet', 'text', 'url'] },
  { table: 'testimonials', owner: 'saved_by', columns: ['name', 'testimonial', 'html', 'excerpt'] },
  { table: 'posts', owner: 'user_id', columns: ['text'], mentions: true },
  { table: 'comments', owner: 'user_id', columns: ['text'], mentions: true },
  { table: 'lead_notes', owner: 'author_id', columns: ['text'] },
];

/** Bytes of each text and image, indexed by owner so that a member's sum is fast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, postgres } = columnTypes(db);

  for (const [table, owner] of [
    ['images', 'owner_id'],
    ['testimonials', 'saved_by'],
    ['lead_notes', 'author_id'],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn(owner, id, (column) => column.references('users.id').onDelete('set null'))
      .execute();
  }
  await db.schema
    .alterTable('images')
    .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();

  for (const { table, columns, mentions } of texts) {
    const lengths = sql.join(
      columns.map((column) => sql`octet_length(coalesce(${sql.ref(column)}, ''))`),
      sql` + `,
    );
    // SQLite cannot add stored generated columns; the indexes below store the value either way.
    await sql`alter table ${sql.table(table)} add column bytes integer
      generated always as (${lengths} + ${sql.lit(overhead)}${mentions ? perMention : sql``}) ${sql.raw(postgres ? 'stored' : 'virtual')}`.execute(
      db,
    );
  }

  // The new indexes start with the same column.
  for (const index of ['articles_by_saved_by', 'article_versions_by_saved_by', 'comments_by_user']) {
    await db.schema.dropIndex(index).execute();
  }
  for (const { table, owner } of [{ table: 'images', owner: 'owner_id' }, ...texts]) {
    await db.schema.createIndex(`${table}_by_owner`).on(table).columns([owner, 'bytes']).execute();
  }
}
