/**
 * Articles as readers get them. The HTML of a text is null until someone reads it (`renderOnce`), and its
 * images have relative addresses. `pageAfter` goes on by `published_at`: another order needs another
 * cursor.
 */

import { sql } from 'kysely';
import type { Article } from '../../../shared/articles/articles.contract.ts';
import type { ArticleSummary, Cover, Page } from '../../../shared/pages.ts';
import type { Database } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { beforeKeyset, type Keyset, type KeysetPage, type PartOfList } from '../../platform/db/keyset.ts';
import { jsonList } from '../../platform/http/json-list.ts';
import { entityTag } from '../../platform/http/prepared.ts';
import { notFound } from '../../platform/http-error.ts';
import { hasRight } from '../../platform/rights.ts';
import type { Rendered } from '../../platform/text/render-task.ts';
import { renderStoredArticle } from '../../platform/text/render-text.ts';
import type { ArticleRow } from '../../tables/articles.ts';
import { newestFirst, summaryColumns, toArticle, toSummary } from './article-rows.ts';
import { imagesOf } from './text-images.ts';

const maxListLength = 1000;
const maxListBytes = 4_000_000;
const maxPageBytes = 500_000;
/** Bytes of texts to read from the database at once. */
const pieceBytes = 256 * 1024;

export interface Versioned<T> {
  article: T;
  version: number;
  updated: string;
}

/**
 * Published articles, newest first, also as JSON: up to 1,000 of 4 MB, or a page of 500 KB (docs/product.md P4.10). Lists
 * are made in turns of their readers.
 */
export async function listArticles(
  db: Database,
  { limit, after, reader = 'everyone' }: PartOfList & { reader?: string } = {},
): Promise<KeysetPage<Article> & { json: Buffer }> {
  const maxRows = limit ?? maxListLength;
  const sizes = await pageAfter(db, after)
    .select(sql<number>`octet_length(text)`.as('bytes'))
    .limit(maxRows + 1)
    .execute();
  const maxBytes = limit === undefined && after === undefined ? maxListBytes : maxPageBytes;
  const pieces = inPieces(db, after, sizes.slice(0, maxRows));
  const { rows, json, complete } = await jsonList(reader, pieces, maxBytes);
  const last = rows.at(-1);
  const hasMore = last && (!complete || sizes.length > maxRows);
  return { rows, json, next: hasMore ? keysetOf(last) : undefined };
}

/** Differs whenever the list that `listArticles` returns without a limit does. */
export async function versionsOfArticles(db: Database): Promise<string> {
  const rows = await newestFirst(db)
    .select(['id', 'version', 'updated_at'])
    .limit(maxListLength + 1)
    .execute();
  return entityTag(JSON.stringify(rows));
}

async function* inPieces(
  db: Database,
  after: Keyset | undefined,
  sizes: { bytes: number }[],
): AsyncGenerator<Article> {
  let last = after;
  for (let start = 0, end = 0; start < sizes.length; start = end) {
    for (let bytes = 0; end < sizes.length && bytes < pieceBytes; end++) bytes += sizes[end]?.bytes ?? 0;
    const rows = await pageAfter(db, last)
      .select([...summaryColumns, 'articles.text'])
      .limit(end - start)
      .execute();
    for (const article of rows.map(toArticle)) {
      last = keysetOf(article);
      yield article;
    }
  }
}

function pageAfter(db: Database, after: Keyset | undefined) {
  const query = newestFirst(db);
  return after ? query.where(beforeKeyset('published_at', 'id', after)) : query;
}

const keysetOf = ({ date, _id }: Article): Keyset => ({ at: date, id: _id });

/** A range of the published articles without texts, newest first. */
export async function listSummaries(
  db: Database,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<ArticleSummary[]> {
  const rows = await newestFirst(db).select(summaryColumns).limit(limit).offset(offset).execute();
  return rows.map(toSummary);
}

/** The number of published articles. */
export async function countArticles(db: Database): Promise<number> {
  const { total } = await newestFirst(db)
    .clearOrderBy()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Slug and last change of up to `limit` published articles, newest first, for the sitemap. */
export async function listArticleAddresses(
  db: Database,
  limit: number,
): Promise<{ slug: string; updated_at: string }[]> {
  return newestFirst(db).select(['slug', 'updated_at']).limit(limit).execute();
}

/** @throws 404 'Article not found', also when it is not published */
export async function getArticle(db: Database, id: string): Promise<Versioned<Article>> {
  return requireArticle(await published(db).where('id', '=', id).executeTakeFirst(), toArticle);
}

/** A published article by its current or a former slug. @throws 404 'Article not found' */
export async function getArticleBySlug(db: Database, slug: string): Promise<Versioned<Article>> {
  return requireArticle(
    await published(db).where('id', 'in', idBySlug(db, slug)).executeTakeFirst(),
    toArticle,
  );
}

const idBySlug = (db: Database, slug: string) =>
  db.selectFrom('article_slugs').select('article_id').where('article_slugs.slug', '=', slug);

export type ArticleContent = Omit<Extract<Page, { kind: 'article' }>, 'kind'>;

/** The page of a published article by any slug. @throws 404 'Article not found' */
export async function getArticlePage(db: Database, slug: string): Promise<ArticleContent> {
  const row = await newestFirst(db)
    .select([...summaryColumns, 'articles.html', 'articles.minutes'])
    .select((article) =>
      article
        .selectFrom('users')
        .innerJoin('publishing_settings', (join) => join.on('publishing_settings.authors', '=', true))
        .select('users.name')
        .whereRef('users.id', '=', 'articles.author_id')
        .where('users.suspended_at', 'is', null)
        // Another member may have put words of their own there.
        .where((words) =>
          words.or([
            words('articles.version', '=', 1),
            words('articles.saved_by', '=', words.ref('articles.author_id')),
            words('articles.saved_by', 'in', (office) =>
              office.selectFrom('users').select('users.id').where(hasRight('content')),
            ),
          ]),
        )
        .as('author'),
    )
    .where('id', 'in', idBySlug(db, slug))
    .executeTakeFirst();
  if (!row) throw notFound('Article');
  const { id, html, minutes, author } = row;
  return {
    article: toSummary(row),
    author,
    cover: await getCover(db, id),
    ...(html === null || minutes === null ? await renderOnce(db, id) : { html, minutes }),
    updated: row.updated_at,
  };
}

async function renderOnce(db: Database, id: string): Promise<Rendered> {
  const row = await db
    .selectFrom('articles')
    .select(['text', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Article');
  const rendered = await renderStoredArticle({ text: row.text, images: await imagesOf(db, row.text) });
  // Skip when a newer text has been saved in between, or when nothing can be saved: it spares the next reader the work.
  await db
    .updateTable('articles')
    .set(rendered)
    .where('id', '=', id)
    .where('version', '=', row.version)
    .execute()
    .catch(unlessAway);
  return rendered;
}

async function getCover(db: Database, articleId: string): Promise<Cover | null> {
  const cover = await db
    .selectFrom('articles')
    .innerJoin('images', 'images.id', 'articles.cover_id')
    .select(['images.id', 'images.width', 'images.height', 'articles.cover_alt as alt'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst();
  return cover ? { ...cover, alt: cover.alt ?? '' } : null;
}

const published = (db: Database) => newestFirst(db).select([...summaryColumns, 'articles.text']);

type Row = Pick<ArticleRow, 'version' | 'updated_at'>;

export function requireArticle<R extends Row, T>(row: R | undefined, toThing: (row: R) => T): Versioned<T> {
  if (!row) throw notFound('Article');
  return { article: toThing(row), version: row.version, updated: row.updated_at };
}
