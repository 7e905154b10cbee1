import { cleanEmail } from '../../../shared/email-address.ts';
import type { Database } from '../../platform/db/database.ts';
import { formerEmailsIn } from '../member-files/same-person.ts';

/** The email addresses that a user has had, in plain form: the present one, and those of the audit log. */
export async function emailsEverOf(db: Database, id: string): Promise<Set<string>> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const changes = await db
    .selectFrom('audit_log')
    .select('details')
    .where('object_id', '=', id)
    .where('action', '=', 'user.updated')
    .execute();
  const former = changes.flatMap(({ details }) => formerEmailsIn(details));
  return new Set([email, ...former].map(cleanEmail));
}
