import { sql } from 'kysely';
import type {
  Article,
  ArticleChanges,
  ArticleFields,
  ArticleState,
  StaffArticle,
  StaffArticleSummary,
} from '../../../shared/articles.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import type { ArticleSummary, Cover, Page } from '../../../shared/pages.ts';
import { slugFromTitle } from '../../../shared/slugs.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { unlessAway } from '../../platform/db/database-away.ts';
import { newId, now } from '../../platform/db/ids.ts';
import {
  beforeKeyset,
  type Keyset,
  type KeysetPage,
  type PartOfList,
  toKeysetPage,
} from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { jsonList } from '../../platform/http/json-list.ts';
import { entityTag } from '../../platform/http/prepared.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Rendered } from '../../platform/text/render-task.ts';
import { renderArticle, renderStoredArticle } from '../../platform/text/render-text.ts';
import { type ArticleRow, articleColumns } from '../../tables/articles.ts';
import { referToImage } from '../images/images.service.ts';
import { bytesOfTexts, lockStorage, reserveStorage } from '../storage/storage.service.ts';
import {
  isNoPage,
  newestFirst,
  stateOf,
  summaryColumns,
  toArticle,
  toStaffArticle,
  toStaffSummary,
  toSummary,
  withAuthors,
} from './article-rows.ts';
import { claimFreeSlug, claimOwnSlug } from './article-slugs.ts';
import { publicationOf } from './publication.ts';
import { changesContent, saveVersion } from './save-version.ts';
import { imagesOf, referToTextImages } from './text-images.ts';
import { deletePublishedCopy } from './working-copies.service.ts';

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
  return found(await published(db).where('id', '=', id).executeTakeFirst(), toArticle);
}

/** A published article by its current or a former slug. @throws 404 'Article not found' */
export async function getArticleBySlug(db: Database, slug: string): Promise<Versioned<Article>> {
  return found(await published(db).where('id', 'in', idBySlug(db, slug)).executeTakeFirst(), toArticle);
}

const idBySlug = (db: Database, slug: string) =>
  db.selectFrom('article_slugs').select('article_id').where('article_slugs.slug', '=', slug);

export type ArticleContent = Omit<Extract<Page, { kind: 'article' }>, 'kind'>;

/** The page of a published article by any slug. @throws 404 'Article not found' */
export async function getArticlePage(db: Database, slug: string): Promise<ArticleContent> {
  const row = await newestFirst(db)
    .select([...summaryColumns, 'articles.html', 'articles.minutes'])
    .where('id', 'in', idBySlug(db, slug))
    .executeTakeFirst();
  if (!row) throw notFound('Article');
  const { id, html, minutes } = row;
  return {
    article: toSummary(row),
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
  // Skip when a newer text has been saved meanwhile, or when nothing can be saved: it spares the next reader the work.
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

export interface ArticleFilter {
  limit: number;
  after: Keyset | undefined;
  state?: ArticleState | undefined;
  search: string;
}

/** A page of articles of every state without texts, newest first. */
export async function listStaffArticles(
  db: Database,
  { limit, after, state, search }: ArticleFilter,
): Promise<KeysetPage<StaffArticleSummary>> {
  let query = withAuthors(db)
    .where(isNoPage)
    .orderBy(staffDate, 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(sql<boolean>`(${staffDate}, articles.id) < (${after.at}, ${after.id})`);
  if (state === 'draft') query = query.where('published_at', 'is', null);
  else if (state === 'scheduled') query = query.where('due_at', 'is not', null);
  else if (state) query = query.where('published_at', 'is not', null).where('due_at', 'is', null);
  for (const word of wordsIn(search)) {
    query = query.where((e) =>
      e.or([containing(db, 'articles.title', word), containing(db, 'articles.snippet', word)]),
    );
  }
  const rows = (await query.execute()).map(toStaffSummary);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** An article of any state. @throws 404 'Article not found' */
export async function getStaffArticle(db: Database, id: string): Promise<Versioned<StaffArticle>> {
  const row = await withAuthors(db).select('articles.text').where('articles.id', '=', id).executeTakeFirst();
  return found(row, toStaffArticle);
}

/**
 * Creates an article with a free slug.
 * @throws as insertArticle
 */
export const createArticle = (
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  fields: ArticleFields,
  key?: IdempotencyKey,
): Promise<Versioned<StaffArticle>> =>
  insertArticle(parts, actor, fields, key, async (transaction, id) => {
    const created = await getStaffArticle(transaction, id);
    await recordAuditEvent(transaction, actor, {
      action: 'article.created',
      object: { id, name: fields.title },
      ...(created.article.state !== 'published' && { details: stateLabel(created.article) }),
    });
    return created;
  });

/**
 * Inserts an article, or what becomes a page of the handbook by `finish`, in the same transaction.
 * @throws 400 for a date that does not fit the state, an unknown cover, or too large a text; 422 for a key that another
 *   request used
 * @returns what `finish` returned, for a repeated request too
 */
export async function insertArticle<T>(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  { state = 'published', date, ...fields }: ArticleFields,
  key: IdempotencyKey | undefined,
  finish: (transaction: DatabaseTransaction, id: string) => Promise<T>,
): Promise<T> {
  const unpublished = { published_at: null, due_at: null };
  const publication = await publicationOf(parts.db, { state, date }, unpublished);
  const images = await imagesOf(parts.db, fields.text);
  const rendered = await renderArticle({ text: fields.text, images }, turnOf(actor));
  return onceInTransaction(parts.db, key, async (transaction) => {
    await lockStorage(transaction, actor);
    await deletePublishedCopy(transaction, actor, null, fields);
    await reserveStorage(transaction, parts.config, actor, 'texts', bytesOf({ ...fields, ...rendered }));
    const id = newId();
    const moment = now();
    if (fields.cover_id) await referToImage(transaction, fields.cover_id, 'cover', 'cover_id');
    const slug = await claimFreeSlug(transaction, slugFromTitle(fields.title, 'article'), id);
    await transaction
      .insertInto('articles')
      .values({
        ...fields,
        ...rendered,
        ...publication,
        ...{ id, slug, version: 1, author_id: actor.id, saved_by: actor.id },
        created_at: moment,
        updated_at: moment,
      })
      .execute();
    await referToTextImages(transaction, id, images);
    const created = await finish(transaction, id);
    await bumpContentVersion(transaction);
    return created;
  });
}

/**
 * Changes the given fields and saves the former version. A new title does not change the slug; a new slug makes the old
 * one redirect.
 * @param expectedVersions from If-Match; a match with any of them will do
 * @throws 404 'Article not found'; 412 on a conflict; 400 as createArticle, or for another article's slug
 */
export const updateArticle = (
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  changes: ArticleChanges,
  {
    expectedVersions,
    action = 'article.updated',
  }: { expectedVersions?: number[] | undefined; action?: 'article.updated' | 'article.restored' } = {},
): Promise<Versioned<StaffArticle>> =>
  changeArticle(
    parts,
    actor,
    { thing: 'Article', id, expectedVersions },
    changes,
    async (transaction, before) => {
      const updated = await getStaffArticle(transaction, id);
      await recordAuditEvent(transaction, actor, {
        action,
        object: { id, name: updated.article.title },
        details: differences(stateOf(before), updated.article),
      });
      return updated;
    },
  );

export interface ArticleToChange {
  /** A page of the handbook is an article that is no 'Article' to its callers. */
  thing: 'Article' | 'Page';
  id: string;
  /** From If-Match; a match with any of them will do. */
  expectedVersions: number[] | undefined;
}

/**
 * As updateArticle; `finish` does the rest in the same transaction.
 * @throws 404 '<thing> not found'; 412 on a conflict; 400 as updateArticle
 * @returns what `finish` returned
 */
export async function changeArticle<T>(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  { thing, id, expectedVersions }: ArticleToChange,
  { state, date, ...changes }: ArticleChanges,
  finish: (transaction: DatabaseTransaction, before: ArticleRow) => Promise<T>,
): Promise<T> {
  const { text } = changes;
  const images = text === undefined ? {} : await imagesOf(parts.db, text);
  const rendered = text === undefined ? {} : await renderArticle({ text, images }, turnOf(actor));
  return inTransaction(parts.db, async (transaction) => {
    const before = await lockArticle(transaction, { thing, id, expectedVersions });
    await lockStorage(transaction, actor);
    await deletePublishedCopy(transaction, actor, id, { ...before, ...changes });
    await reserveStorage(
      transaction,
      parts.config,
      actor,
      'texts',
      bytesOf({ ...before, ...changes, ...rendered }),
    );
    if (changes.cover_id) await referToImage(transaction, changes.cover_id, 'cover', 'cover_id');
    await referToTextImages(transaction, id, images);
    if (changesContent(before, changes)) await saveVersion(transaction, before);
    await transaction
      .updateTable('articles')
      .set({
        ...changes,
        ...rendered,
        ...(await publicationOf(transaction, { state, date }, before)),
        saved_by: actor.id,
        updated_at: now(),
      })
      .where('id', '=', id)
      .execute();
    if (changes.slug !== undefined) await claimOwnSlug(transaction, changes.slug, id);
    const updated = await finish(transaction, before);
    await bumpContentVersion(transaction);
    return updated;
  });
}

/** Deletes an article and frees its slugs. @throws 404 'Article not found'; 412 on a conflict */
export async function deleteArticle(
  db: Database,
  actor: Actor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('articles')
      .where('id', '=', id)
      .where(isNoPage)
      .returning(['title', 'version'])
      .executeTakeFirst();
    if (!deleted) throw notFound('Article');
    // Throws within the transaction, which undoes the deletion.
    demandVersion('Article', deleted.version, expectedVersions);
    await transaction.deleteFrom('article_slugs').where('article_id', '=', id).execute();
    await recordAuditEvent(transaction, actor, {
      action: 'article.deleted',
      object: { id, name: deleted.title },
    });
    await bumpContentVersion(transaction);
  });
}

const bytesOf = ({
  title,
  snippet,
  text,
  url,
  html,
}: Pick<ArticleRow, 'title' | 'snippet' | 'text' | 'url' | 'html'>): number =>
  bytesOfTexts(title, snippet, text, url, html ?? '');

/** Must match the index of 0011_article_states. */
const staffDate = sql<string>`coalesce(articles.published_at, articles.created_at)`;

const published = (db: Database) => newestFirst(db).select([...summaryColumns, 'articles.text']);

type Row = Pick<ArticleRow, 'version' | 'updated_at'>;

function found<R extends Row, T>(row: R | undefined, toThing: (row: R) => T): Versioned<T> {
  if (!row) throw notFound('Article');
  return { article: toThing(row), version: row.version, updated: row.updated_at };
}

/** Locks the row and increments the version. @throws 404 when it is none; 412 on a conflict */
async function lockArticle(
  transaction: DatabaseTransaction,
  { thing, id, expectedVersions }: ArticleToChange,
): Promise<ArticleRow> {
  const row = await transaction
    .updateTable('articles')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where((e) => (thing === 'Page' ? e.not(isNoPage(e)) : isNoPage(e)))
    .returning(articleColumns)
    .executeTakeFirst();
  if (!row) throw notFound(thing);
  demandVersion(thing, row.version - 1, expectedVersions);
  return row;
}

function differences(before: ArticleState, after: StaffArticle): string {
  return before === after.state ? '' : `state: ${before} → ${stateLabel(after)}`;
}

const stateLabel = ({ state, date }: StaffArticle) =>
  state === 'scheduled' ? `scheduled for ${formatDateTime(date)}` : state;
