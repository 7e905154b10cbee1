/** Addresses and accounts under legal holds, which keep data from being erased (docs/product.md P19.8). */

import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';
import { accountsByEmail, identitiesOf } from './identities.ts';

export interface Held {
  /** Those under a hold, and all that their accounts have, or had as long as the audit log has them. */
  emails: ReadonlySet<string>;
  /** Ids of the accounts that have or had one of these, deleted ones, too. */
  accounts: readonly string[];
}

/** Reads all holds. In a transaction that erases, acquire the lock 'users' before: a hold is placed before, or after. */
export async function readHeld(db: Database): Promise<Held> {
  const holds = await db.selectFrom('legal_holds').select(['email', 'accounts']).execute();
  const emails = new Set(holds.map(({ email }) => email));
  const found = holds.flatMap(({ accounts }): string[] => JSON.parse(accounts ?? '[]'));
  const accounts = [...new Set([...found, ...(await accountsByEmail(db, emails))])];
  if (accounts.length > 0)
    for (const known of (await identitiesOf(db, accounts)).values())
      for (const email of known.emails) emails.add(email);
  return { emails, accounts };
}

/** The condition that the email address in this column is under no hold. */
export const isNotAt = (
  { emails }: Held,
  column:
    | 'contact_requests.email'
    | 'merged.email'
    | 'agreements.email'
    | 'users.email'
    | 'mails.recipient'
    | 'mails.reply_to'
    | 'privacy_requests.email',
) =>
  emails.size === 0
    ? sql.lit(true)
    : sql<boolean>`coalesce(lower(${sql.ref(column)}), '') not in (${sql.join([...emails])})`;

/** The condition that the id in this column is that of no account under a hold. */
export const isNotOf = (
  { accounts }: Held,
  column:
    | 'reporter_id'
    | 'author_id'
    | 'actor_id'
    | 'object_id'
    | 'user_id'
    | 'user_was'
    | 'agent_id'
    | 'agent_was',
) =>
  accounts.length === 0
    ? sql.lit(true)
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not in (${sql.join(accounts)}))`;

/** @throws 400 when data of one of these addresses must not be deleted */
export async function rejectHeld(
  transaction: DatabaseTransaction,
  addresses: readonly string[],
): Promise<void> {
  const { emails } = await readHeld(transaction);
  if (addresses.some((address) => emails.has(cleanEmail(address))))
    throw invalid('This cannot be deleted for now, for legal reasons. Please write to the office.');
}
