/** The handbook as members read it. */

import type {
  FoundPage,
  HandbookChapter,
  HandbookPage,
  OpenPage,
} from '../../../shared/handbook/handbook.contract.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import { renderStoredArticle } from '../../platform/text/render-text.ts';
import { searchedWords } from '../../platform/text/words.ts';
import { filesOf } from './files.service.ts';
import { chaptersInOrder, pageIdOf, pagesInOrder, toAsk, toEntry } from './page-rows.ts';
import { excerptWith, withWords } from './page-words.ts';

const maxFound = 20;

/** The handbook for members, without chapters that have nothing for them. */
export async function readContents(db: Database, { id }: Pick<Actor, 'id'>): Promise<HandbookChapter[]> {
  const rows = await pagesInOrder(db).where('page.published_at', 'is not', null).execute();
  const asks = await db
    .selectFrom('handbook_asks')
    .select(['page_id', 'due_on', 'done_at', 'done_edition'])
    .where('user_id', '=', id)
    .execute();
  const asked = new Map(asks.map((ask) => [ask.page_id, toAsk(ask)]));
  return (await chaptersInOrder(db).execute())
    .map((chapter) => ({
      _id: chapter.id,
      title: chapter.title,
      pages: rows
        .filter(({ chapter_id }) => chapter_id === chapter.id)
        .map((row) => ({ ...toEntry(row), ask: asked.get(row.id) ?? null })),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** By any slug that it had. @throws 404 'Page not found' */
export async function readPage(
  db: Database,
  { id: userId }: Pick<Actor, 'id'>,
  slug: string,
): Promise<HandbookPage> {
  const id = await pageIdOf(db, slug);
  const row = await pagesInOrder(db)
    .select(['articles.html', 'articles.text'])
    .where('page.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Page');
  const ask = await db
    .selectFrom('handbook_asks')
    .select(['due_on', 'done_at', 'done_edition'])
    .where('user_id', '=', userId)
    .where('page_id', '=', id)
    .executeTakeFirst();
  return {
    ...toEntry(row),
    ask: ask ? toAsk(ask) : null,
    chapter: row.chapter,
    html: row.html ?? (await renderStoredArticle({ text: row.text, images: {} })).html,
    edition: row.edition,
    note: row.note,
    files: await filesOf(db, id),
  };
}

/** Pages that the member has yet to acknowledge, the first due first. */
export async function openPages(db: Database, userId: string): Promise<OpenPage[]> {
  const rows = await openAsks(db).where('ask.user_id', '=', userId).orderBy('articles.title').execute();
  return rows.map(({ id, due_on, ...row }) => ({ _id: id, ...row, due: due_on }));
}

/** Open asks, except for deleted pages. */
const openAsks = (db: Database) =>
  db
    .selectFrom('handbook_asks as ask')
    .innerJoin('handbook_pages as page', 'page.id', 'ask.page_id')
    .innerJoin('articles', 'articles.id', 'page.id')
    .select(['page.id', 'articles.title', 'articles.slug', 'ask.due_on'])
    .where('ask.done_at', 'is', null)
    .where('page.deleted_at', 'is', null)
    .orderBy('ask.due_on');

/** Pages with all the words or words that begin so; those with them in the title first. */
export async function searchPages(db: Database, search: string): Promise<FoundPage[]> {
  const words = searchedWords(search);
  if (words.length === 0) return [];
  const rows = await pagesInOrder(db)
    .where('page.published_at', 'is not', null)
    .where((e) => e.and(words.map((word) => withWords(e.ref('page.id'), word))))
    .execute();
  const inTitle = (title: string) => words.every((word) => plainForm(title).includes(word));
  const found = rows
    .toSorted((a, b) => Number(inTitle(b.title)) - Number(inTitle(a.title)))
    .slice(0, maxFound);
  if (found.length === 0) return [];
  const texts = await db
    .selectFrom('articles')
    .select(['id', 'text'])
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  const textOf = new Map(texts.map(({ id, text }) => [id, text]));
  return found.map(({ id, title, slug, chapter }) => ({
    _id: id,
    title,
    slug,
    chapter,
    excerpt: excerptWith(textOf.get(id) ?? '', words),
  }));
}
