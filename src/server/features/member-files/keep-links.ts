/** Links and marks that stay when an account is deleted or an address is erased, so that a person stays one. */

import { sql } from 'kysely';
import { cleanEmail } from '../../../shared/email-address.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { GoneIdentityRow, SamePeopleRow } from '../../tables/member-files.ts';
import { openFiles } from './entries.ts';
import {
  accountsByNumber,
  goneAt,
  holdersOf,
  identitiesOf,
  nothingKnown,
  numbersOfDeleted,
} from './identities.ts';
import { maxByNumber, personOf } from './same-person.ts';

/**
 * Before an account goes: those that are one person with it stay so with each other, and its closings and acts stay theirs,
 * also for who has its addresses or corporation later (docs/security.md S17.12).
 */
export async function keepLinks(
  transaction: DatabaseTransaction,
  sealing: Pick<Sealing, 'mark'>,
  userId: string,
): Promise<void> {
  const { accounts, direct } = await personOf(transaction, userId);
  const own = await transaction
    .selectFrom('same_people')
    .select(['link_id', 'by_number'])
    .where('user_id', '=', userId)
    .execute();
  const users = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...accounts])
    .where('id', '!=', userId)
    .execute();
  const links = [{ link_id: userId, by_number: false }, ...own];
  await insertLinks(
    transaction,
    users.flatMap(({ id }) =>
      links
        // A second license number on the way counts for nothing.
        .filter(({ by_number }) => direct.has(id) || !by_number)
        .map(({ link_id, by_number }) => ({ user_id: id, link_id, by_number: by_number || !direct.has(id) })),
    ),
  );
  await openFileOfParts(transaction, userId);
  const { emails, corporation } = (await identitiesOf(transaction, [userId])).get(userId) ?? nothingKnown;
  const same = links.flatMap(({ link_id, by_number }) => (by_number ? [] : link_id));
  // Those that the audit log had before, as nothing else has them once the links go.
  const former = await transaction
    .selectFrom('gone_identities')
    .select(['kind', 'value'])
    .where('link_id', 'in', same)
    .execute();
  await insertGone(
    transaction,
    former.map(({ kind, value }) => ({ link_id: userId, kind, value })),
  );
  await insertGone(
    transaction,
    same.flatMap((link_id) => [
      ...[...emails].map((email) => addressOf(sealing, link_id, email)),
      ...(corporation === '' ? [] : [{ link_id, kind: 'corporation', value: corporation } as const]),
    ]),
  );
  await transaction
    .updateTable('closings')
    .set({ agent_was: userId })
    .where('agent_id', '=', userId)
    .execute();
  await transaction
    .updateTable('application_events')
    .set({ by_was: userId })
    .where('by_id', '=', userId)
    .where('kind', '=', 'terms')
    .execute();
  for (const table of [...staying, ...partsOfFile])
    await transaction.updateTable(table).set({ user_was: userId }).where('user_id', '=', userId).execute();
  await transaction.deleteFrom('same_people').where('user_id', '=', userId).execute();
  await forgetGone(transaction, same);
}

const addressOf = (sealing: Pick<Sealing, 'mark'>, link_id: string, email: string) =>
  ({ link_id, kind: 'address', value: sealing.mark(cleanEmail(email)) }) as const;

/**
 * Before addresses are erased from the audit log: the accounts that have or had one stay one person, also with who has it
 * later.
 * @param erased each with the id of its erasure, which makes no second link when it is carried out again
 */
export async function keepLinksBy(
  transaction: DatabaseTransaction,
  sealing: Pick<Sealing, 'mark'>,
  erased: readonly { email: string; link_id: string }[],
): Promise<void> {
  const addresses = erased.map(({ email, link_id }) => ({ email: cleanEmail(email), link_id }));
  const holders = await holdersOf(transaction, new Set(addresses.map(({ email }) => email)));
  if (holders.length === 0) return;
  const users = await transaction
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      holders.map(({ id }) => id),
    )
    .execute();
  const there = new Set(users.map(({ id }) => id));
  const links = addresses.flatMap(({ email, link_id }) =>
    holders
      .filter((holder) => holder.email === email && there.has(holder.id))
      .map(({ id }) => ({ user_id: id, email, link_id })),
  );
  await insertLinks(
    transaction,
    links.map(({ user_id, link_id }) => ({ user_id, link_id, by_number: false })),
  );
  await insertGone(
    transaction,
    links.map(({ link_id, email }) => addressOf(sealing, link_id, email)),
  );
}

/** After accounts got their addresses: they are one person with the deleted accounts that had these. */
export async function linkToGone(
  transaction: DatabaseTransaction,
  sealing: Pick<Sealing, 'mark'>,
  users: readonly { id: string; email: string }[],
): Promise<void> {
  const gone = await goneAt(
    { db: transaction, sealing },
    users.map(({ email }) => email),
  );
  await insertLinks(
    transaction,
    users.flatMap(({ id, email }) =>
      (gone.get(email) ?? []).map((link_id) => ({ user_id: id, link_id, by_number: false })),
    ),
  );
}

/** Tables with rows that stay when their account goes, and name it then. */
const staying = ['agreements', 'dues', 'member_files'] as const;
/** They go together with the member's file. */
const partsOfFile = ['handbook_acknowledgements', 'member_checks'] as const;

/** An account without a file gets one for its checks and acknowledgements, as a legal hold finds them by it. */
async function openFileOfParts(transaction: DatabaseTransaction, userId: string): Promise<void> {
  for (const table of partsOfFile) {
    const named = await transaction
      .selectFrom(table)
      .select('user_name as name')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst();
    if (named) await openFiles(transaction, [{ id: userId, name: named.name }]);
  }
}

/**
 * Forgets by what accounts were known of which nothing that stays, no closing, share or other account of the person is
 * left: a legal hold finds these by it.
 */
export async function forgetGone(transaction: DatabaseTransaction, links: readonly string[]): Promise<void> {
  if (links.length === 0) return;
  const left = [
    sql`select 1 from same_people where same_people.link_id = gone_identities.link_id`,
    sql`select 1 from closings where agent_was = gone_identities.link_id and ${isGone('agent_id')}`,
    sql`select 1 from closing_shares inner join closings on closings.id = closing_shares.closing_id
      where closings.entry like '%"user":"' || gone_identities.link_id || '"%' and ${isGone('closing_shares.user_id')}`,
    ...staying.map(
      (table) =>
        sql`select 1 from ${sql.table(table)} where user_was = gone_identities.link_id and ${isGone('user_id')}`,
    ),
  ];
  await sql`delete from gone_identities where link_id in (${sql.join(links)})
    and not exists (${sql.join(left, sql` union all `)})`.execute(transaction);
}

/** The account goes or has gone: an index has both. */
const isGone = (column: string) =>
  sql`(${sql.ref(column)} is null or ${sql.ref(column)} = gone_identities.link_id)`;

/** Before the files of deleted accounts go: by a license number in one, others stay one person with what is left of it. */
export async function keepNumberLinks(
  transaction: DatabaseTransaction,
  deleted: readonly string[],
): Promise<void> {
  if (deleted.length === 0) return;
  const left = await transaction
    .selectFrom('closings')
    .select('agent_was as id')
    .where('agent_was', 'in', deleted)
    .union(transaction.selectFrom('dues').select('user_was as id').where('user_was', 'in', deleted))
    .execute();
  for (const link_id of left.flatMap(({ id }) => id ?? [])) {
    const numbers = await numbersOfDeleted(transaction, [link_id]);
    const users = (await accountsByNumber(transaction, numbers)).slice(0, maxByNumber);
    await insertLinks(
      transaction,
      users.map((user_id) => ({ user_id, link_id, by_number: true })),
    );
  }
}

/**
 * After a license number is withdrawn from the file of an account, present or deleted: what was linked by a number is
 * found again by those that stay.
 */
export async function forgetNumberLinks(transaction: DatabaseTransaction, account: string): Promise<void> {
  await transaction
    .deleteFrom('same_people')
    .where('by_number', '=', true)
    .where((e) => e.or([e('user_id', '=', account), e('link_id', '=', account)]))
    .execute();
}

async function insertGone(transaction: DatabaseTransaction, rows: GoneIdentityRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('gone_identities')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertLinks(transaction: DatabaseTransaction, rows: SamePeopleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('same_people')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
