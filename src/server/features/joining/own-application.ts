import { cleanEmail } from '../../../shared/email-address.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import { holdsLicense, licenseNumbersOf } from '../member-files/license-numbers.ts';
import { answersOf } from './application-rows.ts';

/** Whether an application is a user's own: by the email address, the license number, or the account it belongs to. */
export async function isOwnApplication(
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
  row: Pick<ApplicationRow, 'lead_id' | 'email' | 'answers'>,
): Promise<boolean> {
  const { email } = await transaction
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const lead = await transaction
    .selectFrom('contact_requests')
    .select(['email', 'member_id'])
    .where('id', '=', row.lead_id)
    .executeTakeFirstOrThrow();
  if (lead.member_id === id) return true;
  if ([row.email, lead.email].some((address) => cleanEmail(address) === cleanEmail(email))) return true;
  const { license } = answersOf(row);
  const numbers = (await licenseNumbersOf(transaction, [id])).get(id) ?? [];
  return license !== undefined && numbers.some((number) => holdsLicense(license, number));
}
