/** Addresses and accounts under legal holds, which keep data from being erased (docs/product.md P19.8). */

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import { invalid } from '../../platform/http-error.ts';
import type { LegalHoldRow } from '../../tables/privacy.ts';
import {
  accountsByEmail,
  type Db,
  goneAddressesOf,
  identitiesOf,
  type MarkingDatabase,
} from './identities.ts';

export interface Held {
  /** Those under a hold, and all that their accounts have or had. */
  emails: ReadonlySet<string>;
  /** Ids of the accounts that have or had one of these, deleted ones, too. */
  accounts: readonly string[];
}

type Hold = Pick<LegalHoldRow, 'email' | 'accounts'>;

/**
 * Reads all holds. In a transaction that erases, acquire the lock 'users' before: a hold is placed before, or after.
 * @param among the addresses in question; by default all that there is data of
 */
export async function readHeld(parts: MarkingDatabase, among?: readonly string[]): Promise<Held> {
  const { emails, accounts, marks } = await heldBy(parts.db, await readHolds(parts.db));
  for (const email of await withMark(parts, marks, among)) emails.add(email);
  return { emails, accounts };
}

const readHolds = (db: Db): Promise<Hold[]> =>
  db.selectFrom('legal_holds').select(['email', 'accounts']).execute();

export const readHeldAccounts = async (db: Db): Promise<string[]> => accountsUnder(db, await readHolds(db));

async function accountsUnder(db: Db, holds: readonly Hold[]): Promise<string[]> {
  const found = holds.flatMap(({ accounts }): string[] => JSON.parse(accounts ?? '[]'));
  const emails = new Set(holds.map(({ email }) => email));
  return [...new Set([...found, ...(await accountsByEmail(db, emails))])];
}

/** Finds what these holds reach. Addresses that the audit log has forgotten are known only by their marks. */
export async function heldBy(
  db: Db,
  holds: readonly Hold[],
): Promise<{ emails: Set<string>; accounts: string[]; marks: Set<string> }> {
  const emails = new Set(holds.map(({ email }) => email));
  const accounts = await accountsUnder(db, holds);
  const identities = accounts.length === 0 ? [] : [...(await identitiesOf(db, accounts)).values()];
  for (const known of identities) for (const email of known.emails) emails.add(email);
  const links = new Set([...accounts, ...identities.flatMap(({ links }) => [...links])]);
  return { emails, accounts, marks: new Set(await goneAddressesOf(db, [...links])) };
}

/** Columns with addresses by which a hold keeps a row. */
const columns = [
  'contact_requests.email',
  'agreements.email',
  'users.email',
  'mails.recipient',
  'mails.reply_to',
  'privacy_requests.email',
] as const;

/** A server has other requests to answer while many addresses are marked. */
const marksAtOnce = 1_000;

/** Finds the addresses of these marks, which no one can read out of them. */
async function withMark(
  { db, sealing }: MarkingDatabase,
  marks: ReadonlySet<string>,
  among?: readonly string[],
): Promise<string[]> {
  if (marks.size === 0) return [];
  const emails = among?.map(cleanEmail) ?? (await storedAddresses(db));
  const found: string[] = [];
  for (const [at, email] of emails.entries()) {
    if (at % marksAtOnce === marksAtOnce - 1) await setImmediate();
    if (marks.has(sealing.mark(email))) found.push(email);
  }
  return found;
}

async function storedAddresses(db: Db): Promise<string[]> {
  const each = columns.map((column) => {
    const [table = ''] = column.split('.');
    return sql`select lower(${sql.ref(column)}) as email from ${sql.table(table)} where ${sql.ref(column)} is not null`;
  });
  const { rows } = await sql<{ email: string }>`${sql.join(each, sql` union `)}`.execute(db);
  return rows.map(({ email }) => email);
}

/** The condition that the email address in this column is under no hold. */
export const isNotAt = (
  { emails }: Held,
  column: (typeof columns)[number] | 'audit_log.object_name' | 'audit_log.details',
) =>
  emails.size === 0
    ? sql.lit(true)
    : sql<boolean>`coalesce(lower(${sql.ref(column)}), '') not in (${sql.join([...emails])})`;

/** The condition that the id in this column is that of no account under a hold. */
export const isNotOf = (
  { accounts }: Pick<Held, 'accounts'>,
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
export async function rejectHeld(parts: MarkingDatabase, addresses: readonly string[]): Promise<void> {
  const { emails } = await readHeld(parts, addresses);
  if (addresses.some((address) => emails.has(cleanEmail(address))))
    throw invalid('This cannot be deleted for now, for legal reasons. Please write to the office.');
}
