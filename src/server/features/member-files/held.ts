/** Conditions of legal holds, which keep data from being erased (docs/product.md P19.8). */

import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { invalid } from '../../platform/http-error.ts';

/**
 * The condition that this address is under a legal hold, or is the present one of an account that had such an address, as
 * long as the audit log has it. In a pattern, the _ of an address stands for any character: that keeps more, never less.
 */
const held = (email: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from legal_holds where legal_holds.email = lower(${email}))
  or exists (
    select 1
    from legal_holds
    inner join users as holder on holder.email = lower(${email})
    inner join audit_log as change on change.object_id = cast(holder.id as text)
    where change.action = 'user.updated'
      and lower(change.details) like '%email: ' || legal_holds.email || ' → %'
  )
)`;

/** The condition that the email address in this column is under no legal hold, nor is the account that has it. */
export const notHeld = (
  column:
    | 'contact_requests.email'
    | 'lead.email'
    | 'agreements.email'
    | 'users.email'
    | 'mails.recipient'
    | 'mails.reply_to'
    | 'privacy_requests.email',
) => sql<boolean>`not ${held(sql.ref(column))}`;

/** Ids of the users, deleted ones, too, under a legal hold. */
export async function heldAccounts(db: Database): Promise<string[]> {
  const holds = await db.selectFrom('legal_holds').select('accounts').execute();
  const gone = holds.flatMap(({ accounts }): string[] => JSON.parse(accounts ?? '[]'));
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(held(sql.ref('users.email')))
    .execute();
  return [...gone, ...users.map(({ id }) => id)];
}

/** Ids of the users, deleted ones, too, and contact requests under a legal hold. */
export async function heldIds(db: Database): Promise<string[]> {
  const accounts = await heldAccounts(db);
  const leads = await db
    .selectFrom('contact_requests')
    .select('id')
    .where(held(sql.ref('contact_requests.email')))
    .execute();
  return [...accounts, ...leads.map(({ id }) => id)];
}

/** The condition that the id in this column is none of these. */
export const isNoneOf = (
  held: readonly string[],
  column: 'reporter_id' | 'actor_id' | 'object_id' | 'user_id' | 'user_was' | 'agent_id' | 'agent_was',
) =>
  held.length === 0
    ? sql.lit(true)
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not in (${sql.join(held)}))`;

export async function isHeld(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${held(sql`cast(${email} as text)`)}`.execute(db);
  return rows.length > 0;
}

/** @throws 400 when data of this address must not be deleted */
export async function rejectHeld(transaction: DatabaseTransaction, email: string): Promise<void> {
  if (await isHeld(transaction, email))
    throw invalid('This cannot be deleted for now, for legal reasons. Please write to the office.');
}
