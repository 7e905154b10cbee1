/** Articles as staff write them; published-articles.service.ts has those that readers get. */

import { sql } from 'kysely';
import type { ArticleState } from '../../../shared/articles/article-states.ts';
import type {
  ArticleChanges,
  ArticleFields,
  PresentArticle,
  StaffArticle,
  StaffArticleSummary,
} from '../../../shared/articles/articles.contract.ts';
import { slugFromTitle } from '../../../shared/articles/slugs.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import type { SubmissionMark } from '../../../shared/review/review.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { demandWriter, type Outcome, onlyWithRight } from '../../platform/http/publishing.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import { renderArticle } from '../../platform/text/render-text.ts';
import { type ArticleRow, articleColumns } from '../../tables/articles.ts';
import { referToImage } from '../images/images.service.ts';
import {
  deleteOwnSubmission,
  deleteSubmissionsOf,
  handIn,
  marksOf,
} from '../publishing/submissions.service.ts';
import { bytesOfTexts, lockStorage, reserveStorage } from '../storage/storage.service.ts';
import { isNoPage, stateOf, toPerson, toStaffArticle, toStaffSummary, withAuthors } from './article-rows.ts';
import { claimFreeSlug, claimOwnSlug } from './article-slugs.ts';
import { type Publication, publicationOf } from './publication.ts';
import { requireArticle, type Versioned } from './published-articles.service.ts';
import { changesContent, saveVersion } from './save-version.ts';
import type { SubmittedFields } from './submitted-article.ts';
import { imagesOf, referToTextImages } from './text-images.ts';
import { deletePublishedCopy } from './working-copies.service.ts';

export interface ArticleFilter {
  limit: number;
  after: Keyset | undefined;
  state?: ArticleState | undefined;
  search: string;
}

/** A page of articles of every state without texts, newest first. */
export async function listStaffArticles(
  db: Database,
  actor: Pick<Actor, 'id'>,
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
  const found = await query.execute();
  const marks = await marksOf(
    db,
    actor,
    found.map(({ id }) => id),
  );
  const rows = found.map((row) => withMark(toStaffSummary(row), marks));
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** An article of any state, with where the actor's change of it stands. @throws 404 'Article not found' */
export async function getStaffArticle(
  db: Database,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Versioned<StaffArticle>> {
  const row = await withAuthors(db).select('articles.text').where('articles.id', '=', id).executeTakeFirst();
  const marks = await marksOf(db, actor, [id]);
  return requireArticle(row, (found) => withMark(toStaffArticle(found), marks));
}

/** As getStaffArticle, with who saved it last, if that is another than the author. @throws 404 'Article not found' */
export async function getPresentArticle(
  db: Database,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Versioned<PresentArticle>> {
  const row = await withAuthors(db)
    .leftJoin('users as saver', 'saver.id', 'articles.saved_by')
    .select(['articles.text', 'saver.id as saver_id', 'saver.name as saver_name'])
    .where('articles.id', '=', id)
    .executeTakeFirst();
  const marks = await marksOf(db, actor, [id]);
  return requireArticle(row, (found) => {
    const article = withMark(toStaffArticle(found), marks);
    const savedBy = toPerson({ person_id: found.saver_id, person_name: found.saver_name });
    return savedBy?._id === article.author?._id ? article : { ...article, savedBy };
  });
}

function withMark<T extends { _id: string }>(
  article: T,
  marks: ReadonlyMap<string, SubmissionMark>,
): T & { submission?: SubmissionMark } {
  const submission = marks.get(article._id);
  return submission ? { ...article, submission } : article;
}

/**
 * Creates an article with a free slug: a draft, with what is to be published handed in, where that waits for a review.
 * @throws as insertArticle
 */
export const createArticle = (
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  fields: ArticleFields,
  key?: IdempotencyKey,
): Promise<Versioned<StaffArticle>> =>
  insertArticle(parts, actor, 'Article', fields, key, async (transaction, id, outcome) => {
    const { state = 'published', date, cover_id = null, cover_alt = '', ...words } = fields;
    if (outcome === 'waits' && state !== 'draft')
      await handInArticle(transaction, parts.config, actor, id, {
        ...words,
        cover_id,
        cover_alt,
        state,
        date,
      });
    const created = await getStaffArticle(transaction, actor, id);
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
  thing: ArticleToChange['thing'],
  { state = 'published', date, ...fields }: ArticleFields,
  key: IdempotencyKey | undefined,
  finish: (transaction: DatabaseTransaction, id: string, outcome: Waiting) => Promise<T>,
): Promise<T> {
  const unpublished = { published_at: null, due_at: null };
  const publication = await publicationOf(parts.db, { state, date }, unpublished);
  const images = await imagesOf(parts.db, fields.text);
  const rendered = await renderArticle({ text: fields.text, images }, turnOf(actor));
  return onceInTransaction(parts.db, key, async (transaction) => {
    const outcome =
      thing === 'Article' ? await demandWriter(transaction, parts.config, actor, 'articles') : 'public';
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
        ...(outcome === 'waits' ? unpublished : publication),
        id,
        slug,
        version: 1,
        author_id: actor.id,
        saved_by: actor.id,
        created_at: moment,
        updated_at: moment,
      })
      .execute();
    await referToTextImages(transaction, id, images);
    const created = await finish(transaction, id, outcome);
    await bumpContentVersion(transaction);
    return created;
  });
}

type Waiting = Exclude<Outcome, 'refused'>;

/** Hands in an article to be published, of which the fields are those of the whole article. */
async function handInArticle(
  transaction: DatabaseTransaction,
  config: Parts['config'],
  actor: Pick<Actor, 'id' | 'name'>,
  id: string,
  fields: SubmittedFields,
): Promise<void> {
  const { title: name, cover_id: imageId } = fields;
  await handIn(transaction, config, actor, {
    kind: 'article',
    targetId: id,
    name,
    fields,
    imageId,
    isReviewed: true,
  });
}

/**
 * Changes the given fields and saves the former version. Where that waits for a review, a public article stays as it is
 * and the change is handed in; a draft has it, and stays a draft. A new title does not change the slug; a new slug makes the old
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
    async (transaction, before, waiting) => {
      if (waiting) await handInArticle(transaction, parts.config, actor, id, waiting);
      else if (changes.state !== 'draft') await deleteOwnSubmission(transaction, actor, id);
      const updated = await getStaffArticle(transaction, actor, id);
      if (waiting && before.published_at !== null) return updated;
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
  finish: (
    transaction: DatabaseTransaction,
    before: ArticleRow,
    waiting: SubmittedFields | undefined,
  ) => Promise<T>,
): Promise<T> {
  const { text } = changes;
  const images = text === undefined ? {} : await imagesOf(parts.db, text);
  const rendered = text === undefined ? {} : await renderArticle({ text, images }, turnOf(actor));
  return inTransaction(parts.db, async (transaction) => {
    const outcome =
      thing === 'Article' ? await demandWriter(transaction, parts.config, actor, 'articles') : 'public';
    const before = await lockArticle(transaction, { thing, id, expectedVersions });
    const publication = await publicationOf(transaction, { state, date }, before);
    const isPublic = before.published_at !== null;
    if (outcome === 'waits' && isPublic && state === 'draft') throw onlyWithRight('take it off the site');
    const waits = outcome === 'waits' && (publication ?? before).published_at !== null;
    const waiting = waits
      ? submittedOf({ ...before, ...definedOf(changes) }, changes, publication)
      : undefined;
    await lockStorage(transaction, actor);
    if (waiting && isPublic) {
      if (changes.cover_id) await referToImage(transaction, changes.cover_id, 'cover', 'cover_id');
      await referToTextImages(transaction, id, images);
      // The article stays as it is, with its version.
      await transaction
        .updateTable('articles')
        .set({ version: before.version - 1 })
        .where('id', '=', id)
        .execute();
      return finish(transaction, before, waiting);
    }
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
        ...(!waiting && publication),
        saved_by: actor.id,
        updated_at: now(),
      })
      .where('id', '=', id)
      .execute();
    if (changes.slug !== undefined) await claimOwnSlug(transaction, changes.slug, id);
    const updated = await finish(transaction, before, waiting);
    await bumpContentVersion(transaction);
    return updated;
  });
}

/**
 * Deletes an article and frees its slugs.
 * @throws 404 'Article not found'; 412 on a conflict; 403 for a public one, or one that another handed in, where what is
 * published waits for a review
 */
export async function deleteArticle(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
  expectedVersions?: number[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const outcome = await demandWriter(transaction, config, actor, 'articles');
    const deleted = await transaction
      .deleteFrom('articles')
      .where('id', '=', id)
      .where(isNoPage)
      .returning(['title', 'version', 'published_at'])
      .executeTakeFirst();
    if (!deleted) throw notFound('Article');
    // Throws within the transaction, which undoes the deletion.
    demandVersion('Article', deleted.version, expectedVersions);
    if (outcome === 'waits' && deleted.published_at !== null) throw onlyWithRight('delete what is public');
    await deleteSubmissionsOf(transaction, actor, id, outcome);
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

/** Must match the index articles_by_staff_date. */
const staffDate = sql<string>`coalesce(articles.published_at, articles.created_at)`;

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

/** Without what an optional field leaves undefined. */
const definedOf = (changes: ArticleChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The whole article as it would be. The slug is in it only where it was changed. */
function submittedOf(
  { title, url, snippet, text, cover_id, cover_alt }: ArticleRow,
  { slug }: ArticleChanges,
  publication: Publication | undefined,
): SubmittedFields {
  const scheduled = publication?.due_at ?? undefined;
  return {
    title,
    url,
    snippet,
    text,
    cover_id,
    cover_alt: cover_alt ?? '',
    ...(slug !== undefined && { slug }),
    state: scheduled === undefined ? 'published' : 'scheduled',
    ...(scheduled !== undefined && { date: scheduled }),
  };
}

function differences(before: ArticleState, after: StaffArticle): string {
  return before === after.state ? '' : `state: ${before} → ${stateLabel(after)}`;
}

const stateLabel = ({ state, date }: StaffArticle) =>
  state === 'scheduled' ? `scheduled for ${formatDateTime(date)}` : state;
