/** Invitations of many people, from a list. */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import { licenseNumber, optionalName } from '../../../shared/fields.ts';
import type {
  BulkFacts,
  BulkInvitation,
  BulkList,
  BulkPreview,
  BulkRow,
  Columns,
  RowKind,
} from '../../../shared/users/bulk-invitations.contract.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import { userFields } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { fairQueue } from '../../platform/fair-queue.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { requireStillAdmin } from '../../platform/http/still-allowed.ts';
import { notFound } from '../../platform/http-error.ts';
import { type CsvRow, isoDay, lastNameFirst } from '../../platform/read-csv.ts';
import { firstValue, readList } from './read-list.ts';
import { readRole } from './read-role.ts';

/** Between two looks at other requests. */
const batch = 250;
const listsShown = 20;

/** One list at a time: each is a few megabytes and tenths of a second of work. */
export const listTurn = fairQueue({ atOnce: 1, maxWaiting: 3 });

/** Sorts a list into new, member, invited, twice and error; changes nothing. @throws 400 as readList; 429 beyond a few at once */
export function previewList(db: Database, actor: Actor, list: BulkList): Promise<BulkPreview> {
  return listTurn(turnOf(actor), async () => {
    const { rows: read, ...rest } = await readList(list);
    const rows = await sortRows(db, read, rest.chosen);
    const counts = { new: 0, member: 0, invited: 0, twice: 0, error: 0 };
    for (const { kind } of rows) counts[kind]++;
    return { ...rest, rows, counts };
  });
}

/** Stores a list with what becomes of each row; `inviteWaiting` makes the accounts. @throws 400 and 429 as previewList */
export async function commitList(db: Database, actor: Actor, list: BulkList): Promise<BulkInvitation> {
  const { rows, counts } = await previewList(db, actor, list);
  const id = newId();
  const done = counts.new === 0;
  return inTransaction(db, async (transaction) => {
    await requireStillAdmin(transaction, actor);
    await transaction
      .insertInto('bulk_invitations')
      .values({
        id,
        created_by: actor.id,
        file: list.file,
        created_at: now(),
        finished_at: done ? now() : null,
      })
      .execute();
    for (let from = 0; from < rows.length; from += batch) {
      await transaction
        .insertInto('bulk_invitation_rows')
        .values(
          rows.slice(from, from + batch).map(({ line, name, email, kind, reason, facts }) => ({
            list_id: id,
            line,
            name: name.slice(0, maxLengths.user.name).toWellFormed(),
            email: email.slice(0, maxLengths.email).toWellFormed(),
            result: kind === 'new' ? 'waiting' : kind,
            reason,
            user_id: null,
            mail_id: null,
            facts: kind === 'new' && facts ? JSON.stringify(facts) : null,
          })),
        )
        .execute();
      await setImmediate();
    }
    if (!done)
      await recordAuditEvent(transaction, actor, {
        action: 'users.invited',
        object: { id, name: counts.new === 1 ? '1 user' : `${counts.new} users` },
        details: [list.file, `${rows.length - counts.new} skipped`].filter(Boolean).join('; '),
      });
    return getList(transaction, id);
  });
}

async function sortRows(db: Database, rows: CsvRow[], columns: Columns): Promise<BulkRow[]> {
  const sorted: BulkRow[] = [];
  const lines = new Map<string, number>();
  let withRights = 0;
  for (let from = 0; from < rows.length; from += batch) {
    const part = rows.slice(from, from + batch).map((row) => toPerson(row, columns));
    const known = await knownAddresses(
      db,
      part.map(({ email }) => email),
    );
    for (const { line, name, email, reason, ...said } of part) {
      const sort = (kind: RowKind, why: string) =>
        sorted.push({ line, name, email, kind, reason: why, ...said });
      const above = lines.get(email);
      const account = known.get(email);
      if (reason !== '') sort('error', reason);
      else if (above !== undefined) sort('twice', `As in line ${above}`);
      else if (account) sort(account.kind, account.reason);
      else if (said.facts?.rights && ++withRights > maxCounts.bulkRights) sort('error', tooManyRights);
      else sort('new', '');
      if (reason === '' && above === undefined) lines.set(email, line);
    }
    await setImmediate();
  }
  return sorted;
}

const tooManyRights = `One list gives rights to at most ${maxCounts.bulkRights} people`;

const day = (label: string) =>
  z
    .string()
    .transform(isoDay)
    .refine((text) => text === '' || z.iso.date().safeParse(text).success, `${label} must be a date`)
    .transform((text) => text || null);

const rowFacts = z.object({
  phone: optionalName('Phone', maxLengths.profile.phone),
  license: licenseNumber(),
  expires: day('License expiry'),
  since: day('With us since'),
  rights: readRole,
});

interface ReadPerson {
  line: number;
  name: string;
  email: string;
  reason: string;
  facts?: BulkFacts;
}

function toPerson({ line, cells, fault }: CsvRow, columns: Columns): ReadPerson {
  const { email, name, firstName, lastName, phone, license, expires, since, role } = columns;
  const cell = (at: number | null | undefined) => (typeof at === 'number' ? (cells[at] ?? '') : '');
  const given = {
    name: [...(lastNameFirst(cell(name)) ?? [cell(name)]), cell(firstName), cell(lastName)]
      .filter(Boolean)
      .join(' '),
    email: firstValue(cell(email)),
  };
  if (fault) return { line, ...given, reason: 'The quotation marks do not match' };
  const parsed = userFields.safeParse(given);
  const said = rowFacts.safeParse({
    phone: firstValue(cell(phone)),
    license: cell(license),
    expires: cell(expires),
    since: cell(since),
    rights: cell(role),
  });
  if (parsed.success && said.success)
    return {
      line,
      name: parsed.data.name,
      email: parsed.data.email,
      reason: '',
      ...(Object.values(said.data).some(Boolean) && { facts: said.data }),
    };
  const issues = [...(parsed.error?.issues ?? []), ...(said.error?.issues ?? [])];
  return { line, ...given, reason: [...new Set(issues.map(({ message }) => message))].join('. ') };
}

/** The accounts with one of these addresses, by address. */
export async function knownAddresses(
  db: Database,
  addresses: string[],
): Promise<Map<string, { kind: 'member' | 'invited'; reason: string }>> {
  if (addresses.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['email', 'suspended_at'])
    .select((user) => user('password_hash', 'is', null).as('invited'))
    .where('email', 'in', addresses)
    .execute();
  return new Map(
    users.map(({ email, suspended_at, invited }) => {
      if (suspended_at !== null) return [email, { kind: 'member', reason: 'Is suspended' }];
      return [
        email,
        invited
          ? { kind: 'invited', reason: 'Has been invited' }
          : { kind: 'member', reason: 'Has an account' },
      ];
    }),
  );
}

/** The newest lists. */
export async function listLists(db: Database): Promise<BulkInvitation[]> {
  const ids = await db
    .selectFrom('bulk_invitations')
    .select('id')
    .orderBy('id', 'desc')
    .limit(listsShown)
    .execute();
  return readLists(
    db,
    ids.map(({ id }) => id),
  );
}

/** @throws 404 'List not found' */
export async function getList(db: Database, id: string): Promise<BulkInvitation> {
  const [list] = await readLists(db, [id]);
  if (!list) throw notFound('List');
  return list;
}

async function readLists(db: Database, ids: string[]): Promise<BulkInvitation[]> {
  if (ids.length === 0) return [];
  const lists = await db
    .selectFrom('bulk_invitations')
    .leftJoin('users', 'users.id', 'bulk_invitations.created_by')
    .select([
      'bulk_invitations.id',
      'bulk_invitations.file',
      'bulk_invitations.created_at',
      'bulk_invitations.finished_at',
      'users.name as by',
    ])
    .where('bulk_invitations.id', 'in', ids)
    .orderBy('bulk_invitations.id', 'desc')
    .execute();
  const counts = await db
    .selectFrom('bulk_invitation_rows as row')
    .leftJoin('mails', 'mails.id', 'row.mail_id')
    .select((e) => ['row.list_id', 'row.result', 'mails.state', e.fn.countAll().as('count')])
    .where('row.list_id', 'in', ids)
    .groupBy(['row.list_id', 'row.result', 'mails.state'])
    .execute();
  return lists.map(({ id, file, by, created_at, finished_at }) => {
    const own = counts.filter(({ list_id }) => list_id === id);
    const sum = (wanted: (row: (typeof own)[number]) => boolean) =>
      own.filter(wanted).reduce((total, { count }) => total + Number(count), 0);
    return {
      _id: id,
      file,
      by: by ?? formerMember,
      date: created_at,
      finished: finished_at,
      rows: sum(() => true),
      accounts: {
        waiting: sum(({ result }) => result === 'waiting'),
        created: sum(({ result }) => result === 'created'),
        skipped: sum(({ result }) => result === 'member' || result === 'invited' || result === 'twice'),
        failed: sum(({ result }) => result === 'error'),
        stopped: sum(({ result }) => result === 'stopped'),
      },
      mails: {
        waiting: sum(({ state }) => state === 'waiting'),
        sent: sum(({ state }) => state === 'sent'),
        failed: sum(({ state }) => state === 'failed'),
      },
    };
  });
}

const resultLabels = {
  member: 'Not invited',
  invited: 'Not invited',
  twice: 'Not invited',
  error: 'Not invited',
  waiting: 'Waiting',
  created: 'Invited, email not sent',
  stopped: 'Not invited',
};

/** The rows without an invitation, or whose mail failed, as CSV that no spreadsheet executes. @throws 404 */
export async function failedRows(db: Database, id: string): Promise<string> {
  await getList(db, id);
  const rows = await db
    .selectFrom('bulk_invitation_rows as row')
    .leftJoin('mails', 'mails.id', 'row.mail_id')
    .select(['row.line', 'row.name', 'row.email', 'row.result', 'row.reason', 'mails.last_error'])
    .where('row.list_id', '=', id)
    .where((e) =>
      e.or([
        e('row.result', 'not in', ['waiting', 'created']),
        e('mails.state', '=', 'failed'),
        // Stopped before the mail was sent.
        e.and([e('row.result', '=', 'created'), e('row.reason', '!=', '')]),
      ]),
    )
    .orderBy('row.line')
    .execute();
  const lines = rows.map(({ line, name, email, result, reason, last_error }) =>
    csvLine([String(line), name, email, resultLabels[result], reason || (last_error ?? '')]),
  );
  return byteOrderMark + csvLine(['Line', 'Name', 'Email', 'Result', 'Reason']) + lines.join('');
}
