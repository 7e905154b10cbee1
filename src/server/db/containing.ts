import { sql } from 'kysely';

/** The condition that a column holds `text` somewhere, whatever the case (in SQLite: of English letters). */
export const containing = (column: string, text: string) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
};
