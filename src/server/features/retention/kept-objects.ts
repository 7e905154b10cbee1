/** Objects of the audit log that a legal hold keeps, whose lines stay with them (docs/product.md P19.8). */

import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { isOfNoAgentUnder } from '../closings/erase-old-closings.ts';
import { type Held, isNotAt, isNotOf } from '../member-files/held.ts';
import { isOfNothingBy } from '../posts/keep-reports.ts';

/** Finds the objects of lines from before a time (ISO), but for accounts, which `isNotOf` finds. */
export async function keptObjects(
  transaction: DatabaseTransaction,
  held: Held,
  before: string,
): Promise<string[]> {
  if (held.emails.size === 0) return [];
  const stays = keptRows(transaction, held).map(
    ({ of, table, unless }) =>
      sql`select cast(${sql.ref(of)} as text) from ${sql.table(table)} where not (${unless})`,
  );
  const { rows } = await sql<{ object_id: string }>`
    select distinct object_id from audit_log
    where created_at < ${before} and object_id in (${sql.join(stays, sql` union `)})`.execute(transaction);
  return rows.map(({ object_id }) => object_id);
}

/** The condition that the details of a line name no account under a hold. */
export const isNamingNone = ({ accounts }: Held) =>
  accounts.length === 0
    ? sql.lit(true)
    : sql<boolean>`(named is null or not (${sql.join(
        accounts.map((id) => sql`named like ${`%"${id}"%`}`),
        sql` or `,
      )}))`;

/** By the conditions under which the clock and a deletion take them. */
function keptRows(transaction: DatabaseTransaction, held: Held) {
  const isOfNoOne = sql`${isNotOf(held, 'user_id')} and ${isNotOf(held, 'user_was')}`;
  const isReportOfNoOne = sql`${isNotOf(held, 'reporter_id')} and ${isOfNothingBy(held)}`;
  const isKeptOfNoOne = sql`${isNotOf(held, 'reporter_id')} and ${isNotOf(held, 'author_id')}`;
  return [
    { of: 'id', table: 'contact_requests', unless: isNotAt(held, 'contact_requests.email') },
    {
      of: 'id',
      table: 'privacy_requests',
      unless: sql`${isNotAt(held, 'privacy_requests.email')} and ${isNotOf(held, 'user_id')}`,
    },
    { of: 'id', table: 'dues', unless: isOfNoOne },
    { of: 'id', table: 'closings', unless: isOfNoAgentUnder(transaction, held) },
    { of: 'id', table: 'member_files', unless: isOfNoOne },
    {
      of: 'id',
      table: 'agreements',
      unless: sql`${isNotAt(held, 'agreements.email')} and ${isOfNoOne}`,
    },
    {
      of: 'id',
      table: 'mails',
      unless: sql`${isNotAt(held, 'mails.recipient')} and ${isNotAt(held, 'mails.reply_to')}`,
    },
    // Decisions are about the post or comment, and stay with their reports.
    { of: 'id', table: 'posts', unless: isNotOf(held, 'user_id') },
    { of: 'id', table: 'comments', unless: isNotOf(held, 'user_id') },
    { of: 'post_id', table: 'reports', unless: isReportOfNoOne },
    { of: 'comment_id', table: 'reports', unless: isReportOfNoOne },
    { of: 'post_id', table: 'kept_reports', unless: isKeptOfNoOne },
    { of: 'comment_id', table: 'kept_reports', unless: isKeptOfNoOne },
  ] as const;
}
