import type { HandbookAsk, StaffEntry } from '../../../shared/handbook/handbook.contract.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http-error.ts';

/** Pages that are there, with their articles, in the order of the handbook. */
export const pagesInOrder = (db: Database) =>
  db
    .selectFrom('handbook_pages as page')
    .innerJoin('articles', 'articles.id', 'page.id')
    .innerJoin('handbook_chapters as chapter', 'chapter.id', 'page.chapter_id')
    .leftJoin('users as saver', 'saver.id', 'articles.saved_by')
    .select([
      'page.id',
      'page.chapter_id',
      'page.public',
      'page.published_at',
      'page.audience',
      'page.edition',
      'page.note',
      'articles.title',
      'articles.slug',
      'articles.updated_at',
      'saver.name as saver',
      'chapter.title as chapter',
    ])
    .where('page.deleted_at', 'is', null)
    .orderBy('chapter.position')
    .orderBy('chapter.id')
    .orderBy('page.position')
    .orderBy('page.id');

export type PageRow = Awaited<ReturnType<ReturnType<typeof pagesInOrder>['executeTakeFirstOrThrow']>>;

export const toEntry = ({ id, title, slug, updated_at, saver, ...row }: PageRow) => ({
  _id: id,
  title,
  slug,
  public: row.public,
  updated: updated_at,
  by: saver ?? formerMember,
});

export const toStaffEntry = (row: PageRow): StaffEntry => ({
  ...toEntry(row),
  published: row.published_at !== null,
  audience: row.audience,
});

export const chaptersInOrder = (db: Database) =>
  db.selectFrom('handbook_chapters').select(['id', 'title']).orderBy('position').orderBy('id');

interface AskColumns {
  due_on: string;
  done_at: string | null;
  done_edition: number | null;
}

export const toAsk = ({ due_on, done_at, done_edition }: AskColumns): HandbookAsk => ({
  due: due_on,
  done: done_at,
  edition: done_edition,
});

/** The id of the page that has or had the slug. @throws 404 'Page not found' */
export async function pageIdOf(db: Database, slug: string): Promise<string> {
  const row = await db
    .selectFrom('article_slugs')
    .innerJoin('handbook_pages as page', 'page.id', 'article_slugs.article_id')
    .select('page.id')
    .where('article_slugs.slug', '=', slug)
    .where('page.deleted_at', 'is', null)
    .where('page.published_at', 'is not', null)
    .executeTakeFirst();
  if (!row) throw notFound('Page');
  return row.id;
}
