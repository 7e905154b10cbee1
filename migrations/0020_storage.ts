import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

/** What each entry counts beside its text: its row, its indexes, its search words, its event. */
const overhead = 512;

/** Each mention is a notification, which takes about eight times as much as the mention's id and name. */
const perMention = sql` + 8 * octet_length(coalesce(mentions, ''))`;

/** The texts of members: who is charged for them, and the columns that count. */
const texts = [
  { table: 'articles', owner: 'saved_by', columns: ['title', 'snippet', 'text', 'url', 'html'] },
  { table: 'article_versions', owner: 'saved_by', columns: ['title', 'snippet', 'text', 'url'] },
  { table: 'testimonials', owner: 'saved_by', columns: ['name', 'testimonial', 'html', 'excerpt'] },
  { table: 'posts', owner: 'user_id', columns: ['text'], mentions: true },
  { table: 'comments', owner: 'user_id', columns: ['text'], mentions: true },
  { table: 'lead_notes', owner: 'author_id', columns: ['text'] },
];

/** How many bytes each text and each image takes, and whose they are: by index, so that a member's are summed fast. */
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
    // SQLite cannot add a stored one; the indexes below hold it in either case.
    await sql`alter table ${sql.table(table)} add column bytes integer
      generated always as (${lengths} + ${sql.lit(overhead)}${mentions ? perMention : sql``}) ${sql.raw(postgres ? 'stored' : 'virtual')}`.execute(
      db,
    );
  }

  // These begin with the same column as the new ones.
  for (const index of ['articles_by_saved_by', 'article_versions_by_saved_by', 'comments_by_user']) {
    await db.schema.dropIndex(index).execute();
  }
  for (const { table, owner } of [{ table: 'images', owner: 'owner_id' }, ...texts]) {
    await db.schema.createIndex(`${table}_by_owner`).on(table).columns([owner, 'bytes']).execute();
  }
}
