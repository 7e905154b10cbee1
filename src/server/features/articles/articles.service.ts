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
import type { ArticleSummary, Cover } from '../../../shared/pages.ts';
import { slugFromTitle } from '../../../shared/slugs.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import {
  beforeKeyset,
  type Keyset,
  type KeysetPage,
  type PartOfList,
  toKeysetPage,
} from '../../platform/db/keyset.ts';
import type { ArticleRow } from '../../platform/db/tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import { referToImage } from '../images/images.service.ts';
import { bytesOfTexts, reserveStorage } from '../storage/storage.service.ts';
import {
  newestFirst,
  stateOf,
  summaryColumns,
  toArticle,
  toStaffArticle,
  toStaffSummary,
  toSummary,
  withAuthors,
} from './article-rows.ts';
import { claimFreeSlug, keepSlug } from './article-slugs.ts';
import { publicationOf } from './publication.ts';
import { changesContent, keepVersion } from './save-version.ts';

const maxListLength = 1000;

/** An article with the version that If-Match compares and the time of its last change. */
export interface Versioned<T> {
  article: T;
  version: number;
  updated: string;
}

/** The published articles, newest first: all of them up to 1,000 (docs/product.md P4.10), or a page. */
export async function listArticles(
  db: Database,
  { limit = maxListLength, after }: PartOfList = {},
): Promise<KeysetPage<Article>> {
  let query = published(db).limit(limit + 1);
  if (after) query = query.where(beforeKeyset('published_at', 'id', after));
  const rows = (await query.execute()).map(toArticle);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** A part of the published articles without their texts, newest first. */
export async function listSummaries(
  db: Database,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<ArticleSummary[]> {
  const rows = await newestFirst(db).select(summaryColumns).limit(limit).offset(offset).execute();
  return rows.map(toSummary);
}

/** How many articles are published. */
export async function countArticles(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('articles')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('published_at', '<=', now())
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Slug and last change of the published articles, newest first, at most `limit`: what a sitemap lists. */
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

/** Finds a published article by the slug it has or ever had. @throws 404 'Article not found' */
export async function getArticleBySlug(db: Database, slug: string): Promise<Versioned<Article>> {
  const byAnySlug = published(db).where('id', 'in', (e) =>
    e.selectFrom('article_slugs').select('article_id').where('article_slugs.slug', '=', slug),
  );
  return found(await byAnySlug.executeTakeFirst(), toArticle);
}

/** The picture above an article, if it has one. */
export async function getCover(db: Database, articleId: string): Promise<Cover | null> {
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
  /** Words, each of which must be in the title or the snippet. */
  search: string;
}

/** Articles of every state without their texts, newest first, a page at a time. */
export async function listStaffArticles(
  db: Database,
  { limit, after, state, search }: ArticleFilter,
): Promise<KeysetPage<StaffArticleSummary>> {
  let query = withAuthors(db)
    .orderBy(staffDate, 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(sql<boolean>`(${staffDate}, articles.id) < (${after.at}, ${after.id})`);
  if (state === 'draft') query = query.where('published_at', 'is', null);
  else if (state) query = query.where('published_at', state === 'published' ? '<=' : '>', now());
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
 * Writes an article, published at once unless `state` says otherwise; its slug comes from the title, with a number
 * when the title is taken. @throws 400 for a date that does not go with the state, and for a cover that is no image of ours
 */
export async function createArticle(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  { state = 'published', date, ...fields }: ArticleFields,
): Promise<Versioned<StaffArticle>> {
  const publication = publicationOf({ state, date }, null);
  return inTransaction(parts.db, async (transaction) => {
    await reserveStorage(transaction, parts.config, actor, 'texts', bytesOf(fields));
    const id = newId();
    const moment = now();
    if (fields.cover_id) await referToImage(transaction, fields.cover_id, 'cover', 'cover_id');
    const slug = await claimFreeSlug(transaction, slugFromTitle(fields.title, 'article'), id);
    await transaction
      .insertInto('articles')
      .values({
        ...fields,
        ...publication,
        ...{ id, slug, version: 1, author_id: actor.id, saved_by: actor.id },
        created_at: moment,
        updated_at: moment,
      })
      .execute();
    const created = await getStaffArticle(transaction, id);
    await recordAuditEvent(transaction, actor, {
      action: 'article.created',
      object: { id, name: fields.title },
      ...(created.article.state !== 'published' && { details: label(created.article) }),
    });
    await bumpContentVersion(transaction);
    return created;
  });
}

export interface UpdateOptions {
  /** The version the editor started from, when the caller sent one; of several, any will do. */
  expectedVersions?: number[] | undefined;
  action?: 'article.updated' | 'article.restored';
}

/**
 * Changes the given fields and keeps what the article was before. A new title leaves the slug alone, so that links
 * keep working; a new slug leaves the old one redirecting.
 * @throws 404 'Article not found'; 412 when somebody else has saved first; 400 when the slug is another article's or
 * the date does not go with the state or the cover is no image of ours
 */
export async function updateArticle(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  { state, date, ...changes }: ArticleChanges,
  { expectedVersions, action = 'article.updated' }: UpdateOptions = {},
): Promise<Versioned<StaffArticle>> {
  return inTransaction(parts.db, async (transaction) => {
    const before = await lockArticle(transaction, id, expectedVersions);
    await reserveStorage(transaction, parts.config, actor, 'texts', bytesOf({ ...before, ...changes }));
    if (changes.cover_id) await referToImage(transaction, changes.cover_id, 'cover', 'cover_id');
    if (changesContent(before, changes)) await keepVersion(transaction, before);
    await transaction
      .updateTable('articles')
      .set({
        ...changes,
        ...publicationOf({ state, date }, before.published_at),
        saved_by: actor.id,
        updated_at: now(),
      })
      .where('id', '=', id)
      .execute();
    if (changes.slug !== undefined) await keepSlug(transaction, changes.slug, id);
    const updated = await getStaffArticle(transaction, id);
    await recordAuditEvent(transaction, actor, {
      action,
      object: { id, name: updated.article.title },
      details: differences(stateOf(before.published_at), updated.article),
    });
    await bumpContentVersion(transaction);
    return updated;
  });
}

/** Deletes an article and frees its slugs. @throws 404 'Article not found'; 412 when it is another version by now */
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
      .returning(['title', 'version'])
      .executeTakeFirst();
    if (!deleted) throw notFound('Article');
    // Undoes the deletion with the transaction.
    demandVersion('Article', deleted.version, expectedVersions);
    await recordAuditEvent(transaction, actor, {
      action: 'article.deleted',
      object: { id, name: deleted.title },
    });
    await bumpContentVersion(transaction);
  });
}

/** What an article counts of the storage of whoever saves it. */
const bytesOf = ({ title, snippet, text, url }: Pick<ArticleRow, 'title' | 'snippet' | 'text' | 'url'>) =>
  bytesOfTexts(title, snippet, text, url);

/** One index has it (0011_article_states). */
const staffDate = sql<string>`coalesce(articles.published_at, articles.created_at)`;

const published = (db: Database) => newestFirst(db).selectAll();

type Row = Pick<ArticleRow, 'version' | 'updated_at'>;

function found<R extends Row, T>(row: R | undefined, toThing: (row: R) => T): Versioned<T> {
  if (!row) throw notFound('Article');
  return { article: toThing(row), version: row.version, updated: row.updated_at };
}

/**
 * The article as it is, under its next version. Counting first makes others wait who would change it, too: each of
 * them keeps a version of its own. @throws 404 'Article not found'; 412 when it is not the expected version
 */
async function lockArticle(
  transaction: DatabaseTransaction,
  id: string,
  expectedVersions: number[] | undefined,
): Promise<ArticleRow> {
  const row = await transaction
    .updateTable('articles')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('Article');
  demandVersion('Article', row.version - 1, expectedVersions);
  return row;
}

/** 'state: draft → published', or nothing when it is what it was. */
function differences(before: ArticleState, after: StaffArticle): string {
  return before === after.state ? '' : `state: ${before} → ${label(after)}`;
}

/** What the audit record says about a state. */
const label = ({ state, date }: StaffArticle) =>
  state === 'scheduled' ? `scheduled for ${formatDateTime(date)}` : state;
