import type { Database } from '../../platform/db/database.ts';

/** The members who have an agreement in force. */
export async function withAgreement(db: Database, users: string[]): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  const rows = await db
    .selectFrom('agreements')
    .select('user_id')
    .where('user_id', 'in', users)
    .where('state', '=', 'in-force')
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}
