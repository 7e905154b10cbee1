/** Pages of the handbook as editors write them. */

import { maxCounts } from '../../../shared/field-limits.ts';
import { defaultDueDays } from '../../../shared/handbook/acknowledgements.ts';
import type {
  ContentsFields,
  PageFields,
  StaffChapter,
  StaffPage,
} from '../../../shared/handbook/handbook.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { activeUsers } from '../../platform/db/active-users.ts';
import { byName } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { IdempotencyKey } from '../../platform/http/idempotency.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import type { HandbookPageRow } from '../../tables/handbook.ts';
import { changeArticle, insertArticle } from '../articles/articles.service.ts';
import { askAgain, askAudience, askChosen, forgetOpen } from '../member-files/page-asks.ts';
import { addEdition, lockPage } from './editions.ts';
import { demandFiles, filesOf } from './files.service.ts';
import { chaptersInOrder, pagesInOrder, toStaffEntry } from './page-rows.ts';
import { indexWords } from './page-words.ts';

export interface VersionedPage {
  page: StaffPage;
  version: number;
}

/** Every chapter with every page, for those who write it. */
export async function listPages(db: Database): Promise<StaffChapter[]> {
  const rows = await pagesInOrder(db).execute();
  return (await chaptersInOrder(db).execute()).map(({ id, title }) => ({
    _id: id,
    title,
    pages: rows.filter(({ chapter_id }) => chapter_id === id).map(toStaffEntry),
  }));
}

/** @throws 404 'Page not found' */
export async function getPage(db: Database, id: string): Promise<VersionedPage> {
  const row = await pagesInOrder(db)
    .select(['articles.text', 'articles.version', 'page.due_days'])
    .where('page.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Page');
  const chosen =
    row.audience === 'chosen'
      ? await db.selectFrom('handbook_asks').select('user_id').where('page_id', '=', id).execute()
      : [];
  return {
    page: {
      ...toStaffEntry(row),
      text: row.text,
      chapter: row.chapter_id,
      dueDays: row.due_days,
      chosen: chosen.map(({ user_id }) => user_id),
      edition: row.edition,
      note: row.note,
      files: await filesOf(db, id),
    },
    version: row.version,
  };
}

/** Members who can be asked, by name. */
export async function listChoosable(db: Database): Promise<{ _id: string; name: string }[]> {
  return activeUsers(db)
    .select(['users.id as _id', 'users.name'])
    .orderBy(byName(db, 'users.name'))
    .limit(maxCounts.chosen)
    .execute();
}

/** A page without a text, which members do not see. @throws 400 for an unknown chapter and too many pages */
export async function createPage(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  { title, chapter }: { title: string; chapter: string },
  key?: IdempotencyKey,
): Promise<VersionedPage> {
  const fields = { title, url: '', snippet: '', text: '', state: 'draft' } as const;
  return insertArticle(parts, actor, 'Page', fields, key, async (transaction, id) => {
    await lockContents(transaction);
    const chapters = await chaptersInOrder(transaction).where('id', '=', chapter).execute();
    if (chapters.length === 0) throw invalid('Chapter not found', 'chapter');
    const there = await pagesInOrder(transaction).execute();
    if (there.length >= maxCounts.pages)
      throw invalid(`A handbook can have at most ${maxCounts.pages} pages`, 'title');
    await transaction
      .insertInto('handbook_pages')
      .values({
        id,
        chapter_id: chapter,
        position: there.length,
        public: false,
        published_at: null,
        deleted_at: null,
        edition: 0,
        note: '',
        audience: 'none',
        due_days: defaultDueDays,
        asked_edition: 0,
        new_since: null,
      })
      .execute();
    await recordAuditEvent(transaction, actor, { action: 'handbook.created', object: { id, name: title } });
    return getPage(transaction, id);
  });
}

/**
 * Publishes a page. A changed title or text is a new edition; those asked have to acknowledge it only with `askAgain`.
 * @throws 404 'Page not found'; 412 on a conflict, also of its files (docs/product.md P23.11); 400 as updateArticle; or for a
 *   new edition to ask for without a note
 */
export async function savePage(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  { title, slug, text, chosen, askAgain: asksAgain, note, dueDays, files, ...fields }: PageFields,
  expectedVersions?: number[],
): Promise<VersionedPage> {
  if (asksAgain && note === '') throw invalid('Say what changed in one sentence', 'note');
  return changeArticle(
    parts,
    actor,
    { thing: 'Page', id, expectedVersions },
    { title, slug, text },
    async (transaction, before) => {
      const page = await lockPage(transaction, id);
      await demandFiles(transaction, id, files);
      const isChanged = page.edition === 0 || asksAgain || before.title !== title || before.text !== text;
      const edition = page.edition + (isChanged ? 1 : 0);
      const begins = page.audience === 'none' && fields.audience !== 'none';
      const next = {
        ...page,
        ...fields,
        due_days: dueDays,
        edition,
        asked_edition: asksAgain || begins ? edition : page.asked_edition,
        new_since: fields.audience !== 'new' ? null : (page.new_since ?? now()),
        note: asksAgain ? note : page.note,
        published_at: page.published_at ?? now(),
      };
      const { id: _, ...columns } = next;
      await transaction.updateTable('handbook_pages').set(columns).where('id', '=', id).execute();
      if (isChanged) {
        await addEdition(transaction, actor, { page: id, edition, title, text, note: asksAgain ? note : '' });
        await indexWords(transaction, { id, title, text });
      }
      if (next.audience !== page.audience) await forgetOpen(transaction, id);
      if (asksAgain) await askAgain(transaction, next);
      await askAudience(transaction, next);
      if (next.audience === 'chosen') await askChosen(transaction, next, chosen);
      await recordAuditEvent(transaction, actor, {
        action: 'handbook.updated',
        object: { id, name: title },
        details: `version ${edition}, asks ${next.audience}${asksAgain ? ' again' : ''}${newReaders(page, next)}`,
      });
      return getPage(transaction, id);
    },
  );
}

/** Says who may read a page from now on, if that changed. */
function newReaders(before: Pick<HandbookPageRow, 'public'>, after: Pick<HandbookPageRow, 'public'>): string {
  if (before.public === after.public) return '';
  return after.public ? ', visitors may read it' : ', only members may read it';
}

/**
 * Takes a page out of the handbook. Its versions and acknowledgements stay.
 * @throws 404 'Page not found'; 412 on a conflict; 400 while a template of onboarding refers to it
 */
export async function deletePage(
  db: Database,
  actor: Actor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockPage(transaction, id);
    const { title, version } = await transaction
      .selectFrom('articles')
      .select(['title', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    demandVersion('Page', version, expectedVersions);
    const step = await transaction
      .selectFrom('onboarding_template')
      .select('title')
      .where('page_id', '=', id)
      .executeTakeFirst();
    if (step) throw invalid(`The onboarding step “${step.title}” refers to this page. Change the step first`);
    await transaction.updateTable('handbook_pages').set({ deleted_at: now() }).where('id', '=', id).execute();
    await transaction.deleteFrom('handbook_words').where('page_id', '=', id).execute();
    await transaction
      .deleteFrom('handbook_asks')
      .where('page_id', '=', id)
      .where('done_at', 'is', null)
      .execute();
    await recordAuditEvent(transaction, actor, { action: 'handbook.deleted', object: { id, name: title } });
    await bumpContentVersion(transaction);
  });
}

/**
 * Puts chapters and their pages in the given order. A page that is left out, such as one added in between, stays in its
 * chapter, at the end.
 * @throws 400 for an unknown or repeated id, and for a chapter left out that has pages
 */
export async function orderContents(
  db: Database,
  actor: Actor,
  { chapters }: ContentsFields,
): Promise<StaffChapter[]> {
  return inTransaction(db, async (transaction) => {
    await lockContents(transaction);
    const before = await listPages(transaction);
    const known = new Set(before.map(({ _id }) => _id));
    const named = chapters.flatMap(({ _id }) => _id ?? []);
    if (new Set(named).size < named.length || named.some((id) => !known.has(id)))
      throw invalid('Each chapter must exist and be listed once', 'chapters');
    const pages = before.flatMap((chapter) => chapter.pages.map(({ _id }) => _id));
    const listed = chapters.flatMap((chapter) => chapter.pages);
    const there = new Set(pages);
    if (new Set(listed).size < listed.length || listed.some((id) => !there.has(id)))
      throw invalid('Each page must exist and be listed once', 'chapters');
    const isListed = new Set(listed);
    const gone = before.filter(({ _id }) => !named.includes(_id));
    const full = gone.find((chapter) => chapter.pages.some(({ _id }) => !isListed.has(_id)));
    if (full) throw invalid(`Move the pages of “${full.title}” to another chapter first`, 'chapters');
    let place = 0;
    for (const [position, { _id, title, pages }] of chapters.entries()) {
      const id = _id ?? newId();
      if (_id)
        await transaction
          .updateTable('handbook_chapters')
          .set({ title, position })
          .where('id', '=', id)
          .execute();
      else
        await transaction
          .insertInto('handbook_chapters')
          .values({ id, title, position, created_at: now() })
          .execute();
      const rest = before.find((chapter) => chapter._id === _id)?.pages.map((page) => page._id) ?? [];
      for (const page of [...pages, ...rest.filter((each) => !isListed.has(each))]) {
        await transaction
          .updateTable('handbook_pages')
          .set({ chapter_id: id, position: place++ })
          .where('id', '=', page)
          .execute();
      }
    }
    await removeChapters(
      transaction,
      gone.map(({ _id }) => _id),
    );
    await recordAuditEvent(transaction, actor, {
      action: 'handbook.reordered',
      object: { id: 'handbook', name: 'Handbook' },
    });
    await bumpContentVersion(transaction);
    return listPages(transaction);
  });
}

/** Deleted pages that were in them move to one that stays: rows refer to a chapter. */
async function removeChapters(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const left = await chaptersInOrder(transaction).where('id', 'not in', ids).executeTakeFirst();
  const pages = await transaction
    .selectFrom('handbook_pages')
    .select('id')
    .where('chapter_id', 'in', ids)
    .execute();
  if (pages.length > 0) {
    if (!left) throw invalid('A handbook needs a chapter', 'chapters');
    await transaction
      .updateTable('handbook_pages')
      .set({ chapter_id: left.id })
      .where('chapter_id', 'in', ids)
      .execute();
  }
  await transaction.deleteFrom('handbook_chapters').where('id', 'in', ids).execute();
}

/** Two editors who order, or add, at once: one after the other. */
const lockContents = (transaction: DatabaseTransaction) => bumpContentVersion(transaction);
