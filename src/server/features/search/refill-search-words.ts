import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isNotPlain } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';

const atOnce = 200;
const lowestId = '00000000-0000-0000-0000-000000000000';

const tables = [
  { table: 'users', id: 'id', columns: ['name', 'email'] },
  { table: 'contact_requests', id: 'id', columns: ['first_name', 'last_name', 'email', 'phone'] },
  { table: 'articles', id: 'id', columns: ['title'] },
  { table: 'testimonials', id: 'id', columns: ['name'] },
  { table: 'mails', id: 'id', columns: ['recipient'] },
  { table: 'profiles', id: 'user_id', columns: ['search_text'] },
];

/**
 * Writes the search's words again for rows that a version before `search_form` wrote, or a backup of one. The rows stay
 * as they are; the database makes their words. Returns how many rows had other words. May stop anywhere and run again.
 */
export async function refillSearchWords(db: Database): Promise<number> {
  let changed = 0;
  for (const { table, id, columns } of tables) {
    const ref = sql.ref(id);
    const odd = sql.join(
      columns.map((column) => isNotPlain(db, column)),
      sql` or `,
    );
    for (let after = lowestId; ; ) {
      const { rows } = await sql<{ id: string }>`select ${ref} as id from ${sql.table(table)}
        where ${ref} > ${after} and (${odd}) order by ${ref} limit ${sql.lit(atOnce)}`.execute(db);
      const ids = rows.map((row) => row.id);
      if (ids.length > 0) changed += await rewrite(db, { table, id, columns }, ids);
      if (ids.length < atOnce) break;
      after = ids.at(-1) ?? after;
      await setImmediate();
    }
  }
  return changed;
}

async function rewrite(
  db: Database,
  { table, id, columns }: (typeof tables)[number],
  ids: string[],
): Promise<number> {
  const ref = sql.ref(id);
  const stale: RawBuilder<unknown> =
    table === 'profiles'
      ? sql`search_text <> search_form(search_text)`
      : sql`exists (select 1 from search_words
          where object_id = ${sql.table(table)}.id and word <> search_form(word))`;
  const changes = columns.map((column) =>
    table === 'profiles'
      ? sql`${sql.ref(column)} = search_form(${sql.ref(column)})`
      : sql`${sql.ref(column)} = ${sql.ref(column)}`,
  );
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set ${sql.join(changes)}
    where ${ref} in (${sql.join(ids)}) and ${stale}`.execute(db);
  return Number(numAffectedRows);
}
