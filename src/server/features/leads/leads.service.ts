/** Lists of leads, Today, the CSV file (`exportLeads`), and deleting. */

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { counted } from '../../../shared/counted.ts';
import { today } from '../../../shared/dates.ts';
import { finishedStatuses, type LeadStatus } from '../../../shared/leads/lead-statuses.ts';
import type { Lead, LeadDay } from '../../../shared/leads/leads.contract.ts';
import { day } from '../../../shared/time.ts';
import { eraseObjects } from '../../platform/audit/erase-names.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import { isActive } from '../../platform/db/active-users.ts';
import { byName, containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import {
  afterKeyset,
  beforeKeyset,
  type Keyset,
  type KeysetPage,
  toKeysetPage,
} from '../../platform/db/keyset.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordErasures } from '../../platform/erasures/tombstones.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import type { Parts } from '../../platform/parts.ts';
import { digitsToSearch } from '../../platform/phone.ts';
import { hasRight } from '../../platform/rights.ts';
import type { Tables } from '../../tables/tables.ts';
import { rejectHeld } from '../member-files/held.ts';
import { demandDecided } from './lead-changes.service.ts';
import { eraseFromOthers } from './lead-events.service.ts';
import { takeOutOfGroups } from './lead-links.service.ts';
import { leadRows, leadsWithDigits, lockApplicationsOf, lockLead, objectOf, toLeads } from './lead-rows.ts';

const overflowShown = 7 * day;
const maxPerPart = 50;

export interface LeadFilter {
  status?: LeadStatus | undefined;
  spam: boolean;
  /** An id, or 'none'. */
  owner?: string | undefined;
  search: string;
}

interface LeadPage extends LeadFilter {
  sort?: 'date' | '-date';
  limit: number;
  after?: Keyset | undefined;
}

/** The leads of a filter, newest first, or oldest first by 'date', a page at a time. */
export async function listLeads(
  db: Database,
  { sort = '-date', limit, after, ...filter }: LeadPage,
  isListed = isInList(db, filter),
): Promise<KeysetPage<Lead>> {
  const [direction, beyond] =
    sort === 'date' ? (['asc', afterKeyset] as const) : (['desc', beforeKeyset] as const);
  let query = leadRows(db)
    .where(isListed)
    .orderBy('contact_requests.created_at', direction)
    .orderBy('contact_requests.id', direction)
    .limit(limit + 1);
  if (after) query = query.where(beyond('contact_requests.created_at', 'contact_requests.id', after));
  const leads = await toLeads(db, await query.execute());
  return toKeysetPage(leads, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** The number of new leads, without spam. */
export async function countNewLeads(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('contact_requests')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(isInList(db, { status: 'new', spam: false, search: '' }))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many leads each stage has; of one owner ('none' for those without) if given. Stages without any are left out. */
export async function countStages(
  db: Database,
  owner: string | undefined,
): Promise<{ status: LeadStatus; count: number }[]> {
  return (
    db
      .selectFrom('contact_requests')
      .leftJoin('contact_requests as first', 'first.id', 'contact_requests.linked_to')
      .select((e) => ['contact_requests.status', e.fn.countAll<number>().as('count')])
      .where(isInFilter(db, { spam: false, owner, search: '' }))
      // As isInList has it for the list of each stage.
      .where((e) =>
        e.or([
          e('first.id', 'is', null),
          e('first.spam', '=', true),
          e('first.status', '!=', e.ref('contact_requests.status')),
          ...(owner === undefined
            ? []
            : [sql<SqlBool>`first.owner_id is distinct from contact_requests.owner_id`]),
        ]),
      )
      .groupBy('contact_requests.status')
      .execute()
  );
}

/** Active users with the right, who can own leads, by name. */
export async function listOwners(db: Database): Promise<{ _id: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id as _id', 'name'])
    .where(hasRight('recruiting'))
    .where(isActive)
    .orderBy(byName(db, 'name'))
    .orderBy('id')
    .execute();
}

interface WorkOf {
  /** The admin whose work it is; undefined for everyone's. */
  owner: string | undefined;
  /** Leaves out leads that no one owns. */
  only?: boolean;
}

/** The leads to work on today, in Los Angeles. */
export async function leadsOfToday(db: Database, whose: WorkOf): Promise<LeadDay> {
  const date = today();
  const part = async (
    column: 'next_on' | 'waiting_since',
    condition: (e: ExpressionBuilder<Tables, 'contact_requests'>) => ReturnType<typeof e.and>,
  ) => {
    const { count } = await db
      .selectFrom('contact_requests')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where(condition)
      .where(isWorkOf(whose))
      .executeTakeFirstOrThrow();
    const rows = await leadRows(db)
      .where(condition)
      .where(isWorkOf(whose))
      .orderBy(`contact_requests.${column}`)
      .orderBy('contact_requests.id')
      .limit(maxPerPart)
      .execute();
    return { count, leads: await toLeads(db, rows) };
  };
  return {
    date,
    overdue: await part('next_on', (e) =>
      e.and([
        e('contact_requests.next_on', '<', date),
        e('contact_requests.status', 'not in', finishedStatuses),
      ]),
    ),
    due: await part('next_on', (e) =>
      e.and([
        e('contact_requests.next_on', '=', date),
        e('contact_requests.status', 'not in', finishedStatuses),
      ]),
    ),
    waiting: await part('waiting_since', (e) => e.and([e('contact_requests.waiting_since', 'is not', null)])),
  };
}

function isWorkOf({ owner, only = false }: WorkOf) {
  return (e: ExpressionBuilder<Tables, 'contact_requests'>) =>
    e.and([
      e('contact_requests.spam', '=', false),
      e('contact_requests.joined_to', 'is', null),
      ...(owner
        ? [
            e.or([
              e('contact_requests.owner_id', '=', owner),
              ...(only ? [] : [e('contact_requests.owner_id', 'is', null)]),
            ]),
          ]
        : []),
    ]);
}

/**
 * New leads of the last 7 days that are spam only for exceeding the limits: count, and ISO date of the oldest; and those
 * with the hidden field filled in, in the inbox (`marked`) and in the spam folder (`robots`).
 */
export async function countOverflow(
  db: Database,
): Promise<{ count: number; since: string | null; marked: number; robots: number }> {
  const caught = await db
    .selectFrom('contact_requests')
    .select((e) => ['spam', e.fn.countAll<number>().as('count')])
    .where('trapped', '=', true)
    .where('overflow', '=', false)
    .where('status', '=', 'new')
    .where('created_at', '>', fromNow(-overflowShown))
    .groupBy('spam')
    .execute();
  const countOf = (folder: boolean) => Number(caught.find(({ spam }) => spam === folder)?.count ?? 0);
  const overflow = await db
    .selectFrom('contact_requests')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min<string | null>('created_at').as('since')])
    .where('spam', '=', true)
    .where('overflow', '=', true)
    .where('status', '=', 'new')
    .where('created_at', '>', fromNow(-overflowShown))
    .executeTakeFirstOrThrow();
  return { ...overflow, marked: countOf(false), robots: countOf(true) };
}

/**
 * Deletes a lead with all requests of the person, their notes and mails.
 * @throws 404 'Lead not found'; 400 under a legal hold, and while the person has signed and waits, but for a sample
 */
export async function deleteLead(
  { db, sealing }: Pick<Parts, 'db' | 'sealing'>,
  actor: Actor,
  id: string,
  { isSample = false } = {},
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockApplicationsOf(transaction, [id]);
    // A legal hold is placed before, and seen, or after.
    await acquireLock(transaction, 'users');
    // No inquiry or link comes to it now.
    await acquireLock(transaction, 'leads');
    const lead = await lockLead(transaction, id);
    const requests = await transaction
      .selectFrom('contact_requests')
      .select('id')
      .where((e) => e.or([e('id', '=', id), e('joined_to', '=', id)]))
      .execute();
    await rejectHeld({ db: transaction, sealing }, [lead.email]);
    const ids = requests.map((request) => request.id);
    if (!isSample) await demandDecided(transaction, id);
    await recordAuditEvent(transaction, actor, { action: 'lead.deleted', object: objectOf(lead) });
    await removeLeads(transaction, ids);
    await recordErasures(transaction, 'contact-request', ids);
  });
}

/** Removes contact requests with notes and mails; what the audit log has of them loses the names. Returns how many. */
export async function removeLeads(transaction: DatabaseTransaction, ids: string[]): Promise<number> {
  await acquireLock(transaction, 'leads');
  await takeOutOfGroups(transaction, ids);
  await dropLinks(transaction, ids);
  const removed = await transaction
    .deleteFrom('contact_requests')
    .where('id', 'in', ids)
    .returning(['id', 'mail_id', 'reply_id', 'first_name', 'last_name'])
    .execute();
  if (removed.length === 0) return 0;
  await eraseFromOthers(
    transaction,
    removed.map((row) => ({ id: row.id, name: objectOf(row).name })),
  );
  const mails = removed.flatMap(({ mail_id, reply_id }) => [mail_id ?? [], reply_id ?? []].flat());
  await eraseObjects(transaction, [...removed.map(({ id }) => id), ...mails]);
  if (mails.length > 0) await transaction.deleteFrom('mails').where('id', 'in', mails).execute();
  return removed.length;
}

/** Emails with the link of an application, which goes with its lead. */
const dropLinks = (transaction: DatabaseTransaction, ids: string[]) =>
  transaction
    .deleteFrom('mails')
    .where('id', 'in', (e) =>
      e
        .selectFrom('application_mails')
        .innerJoin('applications', 'applications.id', 'application_mails.application_id')
        .select('application_mails.mail_id')
        .where('applications.lead_id', 'in', ids),
    )
    .execute();

/** Leads as chunks of CSV that no spreadsheet executes, `batch` read at a time. The first records an audit event. */
export async function* exportLeads(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filename: string,
  filter: LeadFilter,
  batch = 1000,
): AsyncGenerator<string> {
  const { count, messages } = await read((from) => countLeads(from, filter));
  const object = { id: filename, name: counted(count, 'lead') };
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, { action: 'lead.exported', object }),
  );
  // Only where one of them has written a message: programs read the file by its columns.
  const withMessage = (values: string[], message: string) => (messages > 0 ? [...values, message] : values);
  const titles = ['Date', 'First name', 'Last name', 'Phone', 'Email', 'Status'];
  yield byteOrderMark + csvLine(withMessage(titles, 'Message'));
  let after: Keyset | undefined;
  do {
    await requireStillReading(db, actor, 'recruiting');
    const start = after;
    const page: KeysetPage<Lead> = await read((from) =>
      listLeads(from, { ...filter, limit: batch, after: start }, isInFilter(from, filter)),
    );
    const lines = page.rows.map(({ date, firstName, lastName, phone, email, status, message }) =>
      csvLine(withMessage([date, firstName, lastName, phone, email, status], message)),
    );
    if (lines.length > 0) yield lines.join('');
    after = page.next;
  } while (after);
}

const countLeads = (db: Database, filter: LeadFilter) =>
  db
    .selectFrom('contact_requests')
    .where(isInFilter(db, filter))
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.count<number>('message').as('messages')])
    .executeTakeFirstOrThrow();

/** In any order: "ana ortiz" and "ortiz ana" both find Ana Ortiz. Other requests of the person count, too. */
const hasWord = (db: Database, e: ExpressionBuilder<Tables, 'contact_requests'>, word: string) =>
  e.or([
    ...searched.map((column) => containing(db, `contact_requests.${column}`, word)),
    e('contact_requests.id', 'in', (others) =>
      others
        .selectFrom('contact_requests as others')
        .select('others.joined_to')
        .where('others.joined_to', 'is not', null)
        .where((other) => other.or(searched.map((column) => containing(db, `others.${column}`, word)))),
    ),
  ]);

/** However the number is written (docs/product.md P16.16). */
const leadsOfNumber = (db: Database, digits: string) =>
  db
    .selectFrom('contact_requests as called')
    .select((e) => e.fn.coalesce('called.joined_to', 'called.id').as('lead'))
    .where((e) =>
      e.or([e('called.id', 'in', leadsWithDigits(db, digits)), e('called.phone_key', '=', `+1${digits}`)]),
    );

const searched = ['first_name', 'last_name', 'phone', 'email'] as const;

/** Finds each lead of its own. */
export function isInFilter(db: Database, { status, spam, owner, search }: LeadFilter) {
  const digits = digitsToSearch(search);
  return (e: ExpressionBuilder<Tables, 'contact_requests'>) =>
    e.and([
      e('contact_requests.spam', '=', spam),
      e('contact_requests.joined_to', 'is', null),
      ...(status ? [e('contact_requests.status', '=', status)] : []),
      ...(owner === 'none' ? [e('contact_requests.owner_id', 'is', null)] : []),
      ...(owner && owner !== 'none' ? [e('contact_requests.owner_id', '=', owner)] : []),
      e.or([
        e.and(wordsIn(search).map((word) => hasWord(db, e, word))),
        ...(digits === undefined ? [] : [e('contact_requests.id', 'in', leadsOfNumber(db, digits))]),
      ]),
    ]);
}

/** Finds linked leads as one: only the first, where that is in the filter, too. */
function isInList(db: Database, filter: LeadFilter) {
  const isFound = isInFilter(db, filter);
  return (e: ExpressionBuilder<Tables, 'contact_requests'>) =>
    e.and([
      isFound(e),
      e.or([
        e('contact_requests.linked_to', 'is', null),
        // The table of this name within is the nearest, so that the condition finds the first leads.
        e('contact_requests.linked_to', 'not in', (firsts) =>
          firsts
            .selectFrom('contact_requests')
            .select('contact_requests.id')
            .where('contact_requests.id', 'in', (linked) =>
              linked
                .selectFrom('contact_requests as linked')
                .select('linked.linked_to')
                .where('linked.linked_to', 'is not', null),
            )
            .where(isFound),
        ),
      ]),
    ]);
}
