import type { Database } from '../../platform/db/database.ts';

/** Rows about a person are found by these. */
export interface Person {
  /** Lower case. */
  email: string;
  userId: string | undefined;
  /** Whether rows that only the address leads to are theirs, too. */
  byAddress: boolean;
  leadIds: string[];
}

/** By email address: an account, contact requests, or none of them. */
export async function findPerson(db: Database, email: string): Promise<Person> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const leads = await db
    .selectFrom('contact_requests')
    .select('id')
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email))
    .execute();
  return { email, userId: user?.id, byAddress: true, leadIds: leads.map(({ id }) => id) };
}

/**
 * The person behind a request made in an account. Rows found by the address only belong to them once they have proven
 * it (docs/security.md S15.1).
 */
export async function findRequester(db: Database, email: string, requestedBy: string): Promise<Person> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_proven_at'])
    .where('id', '=', requestedBy)
    .executeTakeFirst();
  const isOwn = user?.email === email;
  if (isOwn && user.email_proven_at === null)
    return { email, userId: requestedBy, byAddress: false, leadIds: [] };
  return findPerson(db, email);
}
