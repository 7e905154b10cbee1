import { type Kysely, sql } from 'kysely';
import { displayName } from '../src/shared/stored-text.ts';

const tables: { table: string; key: string; columns: string[]; lists?: string[] }[] = [
  { table: 'users', key: 'id', columns: ['name'] },
  { table: 'testimonials', key: 'id', columns: ['name'] },
  { table: 'articles', key: 'id', columns: ['title', 'cover_alt'] },
  { table: 'article_versions', key: 'id', columns: ['title'] },
  { table: 'contact_requests', key: 'id', columns: ['first_name', 'last_name', 'phone'] },
  { table: 'lead_notes', key: 'id', columns: ['author_name'] },
  {
    table: 'profiles',
    key: 'user_id',
    columns: ['company', 'location', 'phone', 'search_text'],
    lists: ['skills', 'service_areas', 'languages'],
  },
  { table: 'experience', key: 'id', columns: ['title', 'company', 'location'] },
  { table: 'education', key: 'id', columns: ['school', 'degree', 'fieldofstudy'] },
];

const batch = 500;

/** Applies displayName to stored names and titles. The audit log is never changed. */
export async function up<T>(db: Kysely<T>): Promise<void> {
  for (const { table, key, columns, lists = [] } of tables) {
    let last: string | undefined;
    for (;;) {
      const rows = await readRows(db, table, key, [...columns, ...lists], last);
      for (const row of rows) {
        const cleaned = [
          ...columns.map((column) => [column, row[column], clean(row[column], column)] as const),
          ...lists.map((column) => [column, row[column], cleanList(row[column])] as const),
        ].filter(([, before, after]) => after !== before);
        if (cleaned.length === 0) continue;
        const changes = sql.join(cleaned.map(([column, , after]) => sql`${sql.ref(column)} = ${after}`));
        await sql`update ${sql.table(table)} set ${changes} where ${sql.ref(key)} = ${row[key]}`.execute(db);
      }
      last = rows.at(-1)?.[key] ?? undefined;
      if (rows.length < batch) break;
    }
  }
}

type Row = Record<string, string | null>;

async function readRows<T>(
  db: Kysely<T>,
  table: string,
  key: string,
  columns: string[],
  after: string | undefined,
): Promise<Row[]> {
  const wanted = sql.join([key, ...columns].map((column) => sql.ref(column)));
  const rest = after === undefined ? sql`` : sql`where ${sql.ref(key)} > ${after}`;
  const { rows } = await sql<Row>`
    select ${wanted} from ${sql.table(table)} ${rest} order by ${sql.ref(key)} limit ${batch}`.execute(db);
  return rows;
}

/** Search texts are cleaned line by line. A name that would become empty stays. */
function clean(text: string | null | undefined, column: string): string | null | undefined {
  if (!text) return text;
  if (column === 'search_text') return text.split('\n').map(tidy).join('\n');
  return tidy(text) || text;
}

const tidy = (text: string) => displayName(text).normalize('NFC').trim();

function cleanList(json: string | null | undefined): string | null | undefined {
  if (!json) return json;
  const items: string[] = JSON.parse(json);
  const cleaned = [...new Set(items.map(tidy).filter(Boolean))];
  return cleaned.length === items.length && cleaned.every((item, at) => item === items[at])
    ? json
    : JSON.stringify(cleaned);
}
