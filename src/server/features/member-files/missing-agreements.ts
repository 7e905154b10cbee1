import type { Database } from '../../platform/db/database.ts';
import { whyToSignAgain } from './signed-facts.ts';

/** The members who have an agreement in force, each with why it has to be signed again, or '' for one that holds. */
export async function withAgreement(db: Database, users: string[]): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('agreements')
    .select(['id', 'user_id', 'basis', 'countersigned_at'])
    .where('user_id', 'in', users)
    .where('state', '=', 'in-force')
    .execute();
  const reasons = await whyToSignAgain(db, rows);
  return new Map(rows.map(({ id, user_id }) => [user_id ?? '', reasons.get(id) ?? '']));
}
