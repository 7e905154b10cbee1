import { cleanEmail } from '../../../shared/email-address.ts';
import type { Database } from '../../platform/db/database.ts';

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
  // As users.service.ts writes it. A name can't hide one: all that look like one count.
  const former = changes.flatMap(({ details }) =>
    Array.from(details.matchAll(/\bemail: (\S+) → /g), ([, address = '']) => address),
  );
  return new Set([email, ...former].map(cleanEmail));
}
