import type { Database } from '../../platform/db/database.ts';
import { termsOf } from '../agreements/terms.ts';

/** Those of the members who have signed an agreement. */
export async function withAgreement(db: Database, users: string[]): Promise<Set<string>> {
  const agreed = new Set<string>();
  for (const user of users) if ((await termsOf(db, user)).agreement !== null) agreed.add(user);
  return agreed;
}
