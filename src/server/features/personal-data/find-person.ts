import type { Database } from '../../platform/db/database.ts';

/** What the rows about a person are found by. */
export interface Person {
  /** Lower case. */
  email: string;
  userId: string | undefined;
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
  return { email, userId: user?.id, leadIds: leads.map(({ id }) => id) };
}
