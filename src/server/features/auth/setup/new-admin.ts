import { currentPolicy } from '../../../../shared/privacy/policy-versions.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newId, now } from '../../../platform/db/ids.ts';

export async function hasNoUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Inserts an admin who can sign in at once, and who accepts the privacy policy by being made (docs/product.md P6.4). Returns
 * the id, or undefined when the email is in use.
 */
export async function insertAdmin(
  db: Database,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<string | undefined> {
  const made = await db
    .insertInto('users')
    .values({
      id: newId(),
      name,
      email,
      password_hash: passwordHash,
      admin: true,
      suspended_at: null,
      last_sign_in_at: null,
      policy_accepted: currentPolicy,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}
