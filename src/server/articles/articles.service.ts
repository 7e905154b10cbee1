import type { Article, ArticleChanges, ArticleFields } from '../../shared/articles.contract.ts';
import type { ArticleSummary } from '../../shared/pages.ts';
import { slugFromTitle } from '../../shared/slugs.ts';
import type { Actor } from '../accounts/sessions.service.ts';
import { recordDeed } from '../audit/audit.service.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';
import type { ArticleRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { invalid, notFound, stale } from '../http/faults.ts';
import { bumpContentVersion } from '../pages/content-version.ts';

const mostInOneList = 1000;

/** An article with the version that If-Match compares and the time of its last change. */
export interface VersionedArticle {
  article: Article;
  version: number;
  updated: string;
}

/** The published articles, newest first, at most 1,000 (product.md, API conventions). */
export async function listArticles(db: Database): Promise<Article[]> {
  const rows = await published(db).limit(mostInOneList).execute();
  return rows.map(toArticle);
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

/** @throws 404 'Article not found' */
export async function getArticle(db: Database, id: string): Promise<VersionedArticle> {
  return found(await published(db).where('id', '=', id).executeTakeFirst());
}

/** Finds an article by the slug it has or ever had. @throws 404 'Article not found' */
export async function getArticleBySlug(db: Database, slug: string): Promise<VersionedArticle> {
  const byAnySlug = published(db).where('id', 'in', (e) =>
    e.selectFrom('article_slugs').select('article_id').where('article_slugs.slug', '=', slug),
  );
  return found(await byAnySlug.executeTakeFirst());
}

/** Publishes an article at once; its slug comes from the title, with a number when the title is taken. */
export async function createArticle(
  db: Database,
  actor: Actor,
  fields: ArticleFields,
): Promise<VersionedArticle> {
  return inTransaction(db, async (transaction) => {
    const id = newId();
    const moment = now();
    const slug = await claimFreeSlug(transaction, slugFromTitle(fields.title, 'article'), id);
    const row = await transaction
      .insertInto('articles')
      .values({
        ...fields,
        id,
        slug,
        version: 1,
        published_at: moment,
        created_at: moment,
        updated_at: moment,
      })
      .returningAll()
      .executeTakeFirst();
    const created = found(row);
    await recordDeed(transaction, actor, { action: 'article.created', object: objectOf(created.article) });
    await bumpContentVersion(transaction);
    return created;
  });
}

/**
 * Changes the given fields. A new title leaves the slug alone, so that links keep working; a new slug leaves the
 * old one redirecting. `expectedVersion` is the version the editor started from, when the caller sent one.
 * @throws 404 'Article not found'; 412 when somebody else has saved first; 400 when the slug is another article's
 */
export async function updateArticle(
  db: Database,
  actor: Actor,
  id: string,
  changes: ArticleChanges,
  expectedVersion?: number,
): Promise<VersionedArticle> {
  return inTransaction(db, async (transaction) => {
    const update = transaction
      .updateTable('articles')
      .set((row) => ({ ...changes, version: row('version', '+', 1), updated_at: now() }))
      .where('id', '=', id)
      .returningAll();
    const row = await (expectedVersion === undefined
      ? update
      : update.where('version', '=', expectedVersion)
    ).executeTakeFirst();
    if (!row) throw await whyNotUpdated(transaction, id);
    if (changes.slug !== undefined) await keepSlug(transaction, changes.slug, id);
    const updated = found(row);
    await recordDeed(transaction, actor, { action: 'article.updated', object: objectOf(updated.article) });
    await bumpContentVersion(transaction);
    return updated;
  });
}

/** Deletes an article and frees its slugs. @throws 404 'Article not found' */
export async function deleteArticle(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('articles')
      .where('id', '=', id)
      .returning('title')
      .executeTakeFirst();
    if (!deleted) throw notFound('Article');
    await recordDeed(transaction, actor, { action: 'article.deleted', object: { id, name: deleted.title } });
    await bumpContentVersion(transaction);
  });
}

const summaryColumns = ['id', 'title', 'slug', 'snippet', 'url', 'published_at'] as const;

const newestFirst = (db: Database) =>
  db
    .selectFrom('articles')
    .where('published_at', '<=', now())
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc');

const published = (db: Database) => newestFirst(db).selectAll();

function found(row: ArticleRow | undefined): VersionedArticle {
  if (!row) throw notFound('Article');
  return { article: toArticle(row), version: row.version, updated: row.updated_at };
}

/** What the audit record calls an article. */
const objectOf = ({ _id, title }: Article) => ({ id: _id, name: title });

/** The only place where a row becomes the article of the wire. */
function toArticle(row: ArticleRow): Article {
  return { ...toSummary(row), text: row.text };
}

function toSummary(row: Pick<ArticleRow, (typeof summaryColumns)[number]>): ArticleSummary {
  return {
    _id: row.id,
    title: row.title,
    slug: row.slug,
    date: row.published_at,
    snippet: row.snippet,
    url: row.url,
  };
}

async function whyNotUpdated(db: Database, id: string): Promise<Error> {
  const there = await db.selectFrom('articles').select('id').where('id', '=', id).executeTakeFirst();
  return there ? stale('Article') : notFound('Article');
}

/** Takes `wanted`, or else `wanted-2`, `wanted-3` … for the article, however many ask at the same time. */
async function claimFreeSlug(db: DatabaseTransaction, wanted: string, articleId: string): Promise<string> {
  for (let number = await nextNumber(db, wanted); ; number++) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if (await claimSlug(db, slug, articleId)) return slug;
  }
}

/** One past the highest number in use, so that many articles of one title do not try every number before theirs. */
async function nextNumber(db: DatabaseTransaction, wanted: string): Promise<number> {
  const taken = await db
    .selectFrom('article_slugs')
    .select('slug')
    .where((e) =>
      e.or([e('slug', '=', wanted), e.and([e('slug', '>', `${wanted}-`), e('slug', '<', `${wanted}.`)])]),
    )
    .execute();
  if (!taken.some(({ slug }) => slug === wanted)) return 1;
  const numbers = taken.map(({ slug }) => Number(slug.slice(wanted.length + 1))).filter(Number.isSafeInteger);
  return Math.max(1, ...numbers) + 1;
}

/** True when the slug was free and now is this article's. Somebody else claiming it right now is waited for. */
async function claimSlug(db: DatabaseTransaction, slug: string, articleId: string): Promise<boolean> {
  const claimed = await db
    .insertInto('article_slugs')
    .values({ slug, article_id: articleId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The article's own former slugs may be taken up again. @throws 400 when the slug is another article's */
async function keepSlug(db: DatabaseTransaction, slug: string, articleId: string): Promise<void> {
  if (await claimSlug(db, slug, articleId)) return;
  const owner = await db
    .selectFrom('article_slugs')
    .select('article_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (owner?.article_id !== articleId) throw invalid('Slug is already taken', 'slug');
}
