/** Acknowledgements of pages, and their CSV file. */

import { sql } from 'kysely';
import { officeDay, today } from '../../../shared/dates.ts';
import { membersInTable } from '../../../shared/handbook/acknowledgements.ts';
import type {
  Acknowledgement,
  AcknowledgementTable,
  HandbookAsk,
  TableMember,
  TablePage,
} from '../../../shared/handbook/handbook.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import { activeUsers } from '../../platform/db/active-users.ts';
import { byName, containing } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { settleMember } from '../member-files/settle.ts';
import { editionFiles } from './editions.ts';
import { toAsk } from './page-rows.ts';

const maxCounted = 1000;
/** Members in a chunk of the file. */
const atOnce = 20;

/**
 * Notes that the actor has read an edition, with the steps of onboarding that point at the page. Repeating it changes
 * nothing.
 * @throws 404 'Page not found'; 400 when it is not asked for, or when there is a newer edition
 */
export async function acknowledge(
  db: Database,
  actor: Pick<Actor, 'id' | 'name'>,
  pageId: string,
  { edition, device }: { edition: number; device: string },
): Promise<HandbookAsk> {
  return inTransaction(db, async (transaction) => {
    // A no-op update locks the row on every engine: a new edition comes before or after.
    const page = await transaction
      .updateTable('handbook_pages')
      .set({ id: pageId })
      .where('id', '=', pageId)
      .where('deleted_at', 'is', null)
      .where('published_at', 'is not', null)
      .returning(['edition'])
      .executeTakeFirst();
    if (!page) throw notFound('Page');
    const own = transaction
      .selectFrom('handbook_asks')
      .select(['due_on', 'done_at', 'done_edition'])
      .where('user_id', '=', actor.id)
      .where('page_id', '=', pageId);
    const asked = await own.executeTakeFirst();
    if (!asked) throw invalid("You aren't asked to acknowledge this page");
    if (edition !== page.edition)
      throw invalid('This page has changed. Read the new version first', 'edition');
    const moment = now();
    const added = await transaction
      .insertInto('handbook_acknowledgements')
      .values({
        id: newId(),
        page_id: pageId,
        user_id: actor.id,
        user_was: null,
        user_name: actor.name,
        edition,
        device,
        created_at: moment,
        left_at: null,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'page_id', 'edition']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) {
      await transaction
        .updateTable('handbook_asks')
        .set({ done_edition: edition, done_at: moment })
        .where('user_id', '=', actor.id)
        .where('page_id', '=', pageId)
        .execute();
      await transaction
        .updateTable('onboarding_steps')
        .set({ done_at: moment, done_by: actor.id })
        .where('user_id', '=', actor.id)
        .where('page_id', '=', pageId)
        .where('done_at', 'is', null)
        .execute();
    }
    if (added) await settleMember(transaction, actor.id);
    return toAsk(await own.executeTakeFirstOrThrow());
  });
}

export interface TableFilter {
  search: string;
  overdue: boolean;
  skip: number;
}

/** Active members by name, with what they are asked; the pages with how many have yet to answer. */
export async function readTable(
  db: Database,
  { search, overdue, skip }: TableFilter,
): Promise<AcknowledgementTable> {
  let found = activeUsers(db);
  if (search !== '') found = found.where(containing(db, 'users.name', search));
  if (overdue) found = found.where('users.id', 'in', overdueUsers(db));
  const { total } = await found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const users = await found
    .select(['users.id', 'users.name'])
    .orderBy(byName(db, 'users.name'))
    .orderBy('users.id')
    .limit(membersInTable)
    .offset(skip)
    .execute();
  return { pages: await countedPages(db), members: await membersWithAsks(db, users), total: Number(total) };
}

const overdueUsers = (db: Database) =>
  db
    .selectFrom('handbook_asks as ask')
    .select('ask.user_id')
    .where('ask.done_at', 'is', null)
    .where('ask.due_on', '<', today());

/** Pages that ask anyone, in the order of the handbook. */
const askingPages = (db: Database) =>
  db
    .selectFrom('handbook_pages as page')
    .innerJoin('articles', 'articles.id', 'page.id')
    .innerJoin('handbook_chapters as chapter', 'chapter.id', 'page.chapter_id')
    .select(['page.id', 'articles.title', 'articles.slug'])
    .where('page.deleted_at', 'is', null)
    .where('page.published_at', 'is not', null)
    .where((e) =>
      e.exists(
        e.selectFrom('handbook_asks as ask').select('ask.page_id').whereRef('ask.page_id', '=', 'page.id'),
      ),
    )
    .orderBy('chapter.position')
    .orderBy('page.position')
    .execute();

/** Adds how many active members have yet to acknowledge each page. */
async function countedPages(db: Database): Promise<TablePage[]> {
  const pages = await askingPages(db);
  const counts = await db
    .selectFrom('handbook_asks as ask')
    .select((e) => [
      'ask.page_id',
      e.fn.countAll<number>().as('open'),
      e.fn.sum<number>(e.case().when('ask.due_on', '<', today()).then(1).else(0).end()).as('overdue'),
    ])
    .where('ask.done_at', 'is', null)
    .where('ask.user_id', 'not in', (e) =>
      e
        .selectFrom('users')
        .select('users.id')
        .where((u) => u.or([u('suspended_at', 'is not', null), u('password_hash', 'is', null)])),
    )
    .groupBy('ask.page_id')
    .execute();
  const ofPage = new Map(counts.map((row) => [row.page_id, row]));
  return pages.map(({ id, title, slug }) => ({
    _id: id,
    title,
    slug,
    open: Number(ofPage.get(id)?.open ?? 0),
    overdue: Number(ofPage.get(id)?.overdue ?? 0),
  }));
}

async function membersWithAsks(db: Database, users: { id: string; name: string }[]): Promise<TableMember[]> {
  if (users.length === 0) return [];
  const rows = await db
    .selectFrom('handbook_asks as ask')
    .innerJoin('handbook_pages as page', 'page.id', 'ask.page_id')
    .select(['ask.user_id', 'ask.page_id', 'ask.due_on', 'ask.done_at', 'ask.done_edition'])
    .where(
      'ask.user_id',
      'in',
      users.map(({ id }) => id),
    )
    .where('page.deleted_at', 'is', null)
    .execute();
  const day = today();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return users.map(({ id, name }) => ({
    user: { _id: id, name },
    asks: (byUser.get(id) ?? []).map(({ page_id, due_on, done_at, done_edition }) => ({
      page: page_id,
      state: done_at !== null ? 'done' : due_on < day ? 'overdue' : 'open',
      due: due_on,
      done: done_at,
      edition: done_edition,
    })),
  }));
}

/** Active members with a page that is overdue; counted up to a limit. */
export async function countOverdue(db: Database): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(*) as members from (${activeUsers(db)
    .select('users.id')
    .where('users.id', 'in', overdueUsers(db))
    .limit(maxCounted)}) as late`.execute(db);
  return Number(rows[0]?.members ?? 0);
}

/** @throws 404 'User not found' */
export async function acknowledgementsOf(db: Database, userId: string): Promise<Acknowledgement[]> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!user) throw notFound('User');
  const rows = await db
    .selectFrom('handbook_acknowledgements as given')
    .innerJoin('articles', 'articles.id', 'given.page_id')
    .leftJoin('handbook_editions as shown', (join) =>
      join.onRef('shown.page_id', '=', 'given.page_id').onRef('shown.edition', '=', 'given.edition'),
    )
    .select([
      'given.id',
      'given.page_id',
      'articles.title',
      'given.edition',
      'given.device',
      'given.created_at',
      'shown.files',
    ])
    .where('given.user_id', '=', userId)
    .orderBy('given.created_at', 'desc')
    .orderBy('given.id', 'desc')
    .execute();
  return rows.map(({ id, page_id, title, edition, device, created_at, files }) => ({
    _id: id,
    page: { _id: page_id, title },
    edition,
    date: created_at,
    device,
    files: files === '[]' ? undefined : editionFiles(files),
  }));
}

/** The table of all members as chunks of CSV; the first records an audit event. */
export async function* exportTable(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filename: string,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'handbook.exported',
      object: { id: filename, name: 'Acknowledgements' },
    }),
  );
  const pages = await read(askingPages);
  yield byteOrderMark + csvLine(['Member', ...pages.map(({ title }) => title)]);
  const ids = await read(membersByName);
  for (let start = 0; start < ids.length; start += atOnce) {
    await requireStillReading(db, actor, 'compliance');
    const some = ids.slice(start, start + atOnce);
    const members = await read((from) => membersOf(from, some));
    yield members.map((member) => toLine(member, pages)).join('');
  }
}

async function membersByName(db: Database): Promise<string[]> {
  const users = await activeUsers(db)
    .select('users.id')
    .orderBy(byName(db, 'users.name'))
    .orderBy('users.id')
    .execute();
  return users.map(({ id }) => id);
}

/** The members of these that are still active, in this order. */
async function membersOf(db: Database, ids: string[]): Promise<TableMember[]> {
  const rows = await activeUsers(db)
    .select(['users.id', 'users.name'])
    .where('users.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return membersWithAsks(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

function toLine({ user, asks }: TableMember, pages: { id: string }[]): string {
  const ofPage = new Map(asks.map((ask) => [ask.page, ask]));
  return csvLine([
    user.name,
    ...pages.map(({ id }) => {
      const ask = ofPage.get(id);
      if (!ask) return '';
      if (ask.done) return `version ${ask.edition} on ${officeDay(ask.done)}`;
      return `${ask.state}, due ${ask.due}`;
    }),
  ]);
}
