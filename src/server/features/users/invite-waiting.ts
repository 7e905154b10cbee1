import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { today } from '../../../shared/dates.ts';
import type { BulkFacts } from '../../../shared/users/bulk-invitations.contract.ts';
import { heldOf, isStaff, noRights } from '../../../shared/users/rights.ts';
import { recordAuditEvents } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import type { BulkInvitationRow } from '../../tables/users.ts';
import { addEntry, addJoining, openFile } from '../member-files/entries.ts';
import { linkToGone } from '../member-files/keep-links.ts';
import { type Linked, linkedBySaving, tellOfLinked } from '../member-files/linked-staff.ts';
import { knownAddresses } from './bulk-invitations.service.ts';
import { sendInvitation } from './invitations.service.ts';
import { stopLists } from './stop-lists.ts';
import { detailsOfRights, tellOthers } from './users.service.ts';

/** Short, as it locks out other changes of users. */
const batch = 20;
/** Milliseconds between two emails of a list: a password reset does not wait behind thousands. */
const betweenMails = 100;

/**
 * Makes the accounts of committed lists and queues their mails; safe in several processes at once, and may stop
 * anywhere. A job.
 */
export async function inviteWaiting(
  { db, mails, ...letters }: LetterParts & Pick<Parts, 'db' | 'mails'>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted && (await isWaiting(db))) {
    await inTransaction(db, (transaction) => inviteSome(transaction, letters));
    mails.wake();
    await setImmediate();
  }
}

/** Must match the index's condition literally, or it is not used. */
const waits = sql<boolean>`result = 'waiting'`;

/** A look without a lock: there is seldom anything. */
async function isWaiting(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('bulk_invitation_rows')
    .select('line')
    .where(waits)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function inviteSome(transaction: DatabaseTransaction, letters: LetterParts): Promise<void> {
  await acquireLock(transaction, 'users');
  const rows = await transaction
    .selectFrom('bulk_invitation_rows as row')
    .innerJoin('bulk_invitations as list', 'list.id', 'row.list_id')
    .leftJoin('users as maker', 'maker.id', 'list.created_by')
    .select(['row.list_id', 'row.line', 'row.name', 'row.email', 'row.facts', 'list.created_at'])
    .select(['maker.admin', 'maker.suspended_at', 'maker.id as maker', 'maker.name as maker_name'])
    .where(waits)
    .orderBy('row.list_id')
    .orderBy('row.line')
    .limit(batch)
    .execute();
  // A backup, or a process of an earlier version, may have left a list of someone who lost their rights.
  const orphaned = rows.filter(({ admin, suspended_at }) => !admin || suspended_at !== null);
  if (orphaned.length > 0)
    return stopLists(transaction, undefined, [...new Set(orphaned.map(({ list_id }) => list_id))]);
  // Invited in another way since the list was committed, or by another list.
  const known = await knownAddresses(
    transaction,
    rows.map(({ email }) => email),
  );
  const tellings: Telling[] = [];
  for (const row of rows) {
    const account = known.get(row.email);
    if (account) await settle(transaction, row, { result: account.kind, reason: account.reason });
    else tellings.push(...(await invite(transaction, letters, row)));
    known.set(row.email, { kind: 'invited', reason: 'Has been invited' });
  }
  await finishLists(transaction, [...new Set(rows.map(({ list_id }) => list_id))]);
  // Late, as tellOfLinked locks the security log.
  for (const { by, linked, member } of tellings) await tellOfLinked(transaction, letters, by, linked, member);
}

/** A license number of the list that makes a member one person with someone of the office. */
interface Telling {
  by: { id: string; name: string };
  linked: Linked;
  member: { id: string; name: string };
}

type WaitingRow = Pick<BulkInvitationRow, 'list_id' | 'line' | 'name' | 'email'> & {
  facts: string | null;
  created_at: string;
  maker: string | null;
  maker_name: string | null;
};

async function invite(
  transaction: DatabaseTransaction,
  letters: LetterParts,
  row: WaitingRow,
): Promise<Telling[]> {
  const user = { id: newId(), name: row.name, email: row.email };
  const by =
    row.maker === null || row.maker_name === null ? undefined : { id: row.maker, name: row.maker_name };
  const facts: BulkFacts | undefined = row.facts === null ? undefined : JSON.parse(row.facts);
  // No one has rights that no one gave.
  const held = by ? heldOf(facts?.rights ?? []) : noRights;
  await transaction
    .insertInto('users')
    .values({ ...user, ...held, created_at: now() })
    .execute();
  await linkToGone(transaction, letters.sealing, [user]);
  if (by && isStaff(held)) {
    await recordAuditEvents(transaction, by, [
      { action: 'user.created', object: user, details: detailsOfRights(held) },
    ]);
    await tellOthers(transaction, letters.config.brokerage, by, { ...user, ...held });
  }
  const linked = facts && (await noteFacts(transaction, by, user.id, facts));
  const turn = new Date(Date.parse(row.created_at) + row.line * betweenMails).toISOString();
  const mail_id = await sendInvitation(transaction, letters, user, turn);
  await settle(transaction, row, { result: 'created', reason: '', user_id: user.id, mail_id, facts: null });
  return by && linked ? [{ by, linked, member: user }] : [];
}

/** Notes a new member's license, first day, and a phone number that only they can show. */
async function noteFacts(
  transaction: DatabaseTransaction,
  writer: Telling['by'] | undefined,
  userId: string,
  { phone, license: number, expires, since }: BulkFacts,
): Promise<Linked | undefined> {
  if (![phone, number, expires, since].some(Boolean)) return undefined;
  const moment = now();
  const file = await openFile(transaction, userId);
  let linked: Linked | undefined;
  if (number !== '' || expires !== null) {
    linked = await linkedBySaving(transaction, userId, number, async () => {
      await transaction
        .insertInto('licenses')
        .values({
          user_id: userId,
          number,
          expires_on: expires,
          verified_at: null,
          verified_by: null,
          reminded: null,
          updated_at: moment,
        })
        .execute();
      await addEntry(transaction, writer, file, { kind: 'license', number, expires, verified: false });
    });
  }
  if (since !== null)
    await addJoining(transaction, writer, file, { on: since, ...(since < today() && { already: true }) });
  if (phone !== '')
    await transaction
      .insertInto('profiles')
      .values({
        user_id: userId,
        id: newId(),
        status: 'Real Estate Agent',
        company: '',
        website: '',
        location: '',
        githubusername: '',
        bio: '',
        image_id: null,
        license: number,
        phone,
        skills: '[]',
        service_areas: '[]',
        languages: '[]',
        social: '{}',
        visible: '{}',
        hidden: false,
        search_text: '',
        version: 1,
        created_at: moment,
        updated_at: moment,
      })
      .execute();
  return linked;
}

const settle = (
  transaction: DatabaseTransaction,
  { list_id, line }: Pick<WaitingRow, 'list_id' | 'line'>,
  result: Partial<Omit<BulkInvitationRow, 'facts'>> & { facts?: null },
) =>
  transaction
    .updateTable('bulk_invitation_rows')
    .set(result)
    .where('list_id', '=', list_id)
    .where('line', '=', line)
    .execute();

async function finishLists(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('bulk_invitations')
    .set({ finished_at: now() })
    .where('id', 'in', ids)
    .where((list) =>
      list.not(
        list.exists(
          list
            .selectFrom('bulk_invitation_rows as row')
            .select('row.line')
            .whereRef('row.list_id', '=', 'bulk_invitations.id')
            .where(waits),
        ),
      ),
    )
    .execute();
}
