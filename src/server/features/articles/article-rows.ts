/**
 * Rows of articles as the wire shows them. `newestFirst` is the order of lists, pages, RSS and sitemap; the
 * members' list sorts for itself.
 */

import type { ExpressionBuilder } from 'kysely';
import type { ArticleState } from '../../../shared/articles/article-states.ts';
import type {
  Article,
  StaffArticle,
  StaffArticleSummary,
} from '../../../shared/articles/articles.contract.ts';
import type { ArticleSummary } from '../../../shared/pages.ts';
import type { Held } from '../../../shared/users/rights.ts';
import type { Database } from '../../platform/db/database.ts';
import { editsHandbook } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ArticleRow } from '../../tables/articles.ts';
import type { Tables } from '../../tables/tables.ts';

export const summaryColumns = [
  'articles.id',
  'articles.title',
  'articles.slug',
  'articles.snippet',
  'articles.url',
  'articles.published_at',
  'articles.due_at',
  'articles.created_at',
  'articles.updated_at',
  'articles.version',
  'articles.cover_id',
  'articles.cover_alt',
] as const;

type SummaryRow = Omit<ArticleRow, 'text' | 'html' | 'minutes' | 'author_id' | 'saved_by'>;

/** Null for a user that a left join did not find. */
export interface PersonColumns {
  person_id: string | null;
  person_name: string | null;
}

/** Published articles, newest first. Decides by status, not by the clock: the job publishes everywhere at once. */
export const newestFirst = (db: Database) =>
  db
    .selectFrom('articles')
    .where('published_at', 'is not', null)
    .where('due_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc');

/** Pages of the handbook are articles that are never published (docs/decisions). */
export const isNoPage = (e: ExpressionBuilder<Tables, 'articles'>) =>
  e.not(
    e.exists(
      e
        .selectFrom('handbook_pages')
        .select('handbook_pages.id')
        .whereRef('handbook_pages.id', '=', 'articles.id'),
    ),
  );

/**
 * A page of the handbook is read by those who edit the handbook, whichever call names it (docs/security.md S4.6).
 * @throws 404 'Article not found'
 */
export async function demandReadable(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Held,
  id: string,
): Promise<void> {
  if (editsHandbook(config, actor)) return;
  const article = await db
    .selectFrom('articles')
    .select('articles.id')
    .where('articles.id', '=', id)
    .where(isNoPage)
    .executeTakeFirst();
  if (!article) throw notFound('Article');
}

export const withAuthors = (db: Database) =>
  db
    .selectFrom('articles')
    .leftJoin('users', 'users.id', 'articles.author_id')
    .select([...summaryColumns, 'users.id as person_id', 'users.name as person_name']);

export function toArticle(row: SummaryRow & { text: string }): Article {
  return { ...toSummary(row), text: row.text };
}

export function toSummary(row: SummaryRow): ArticleSummary {
  return {
    _id: row.id,
    title: row.title,
    slug: row.slug,
    date: row.published_at ?? row.created_at,
    snippet: row.snippet,
    url: row.url,
  };
}

export const toStaffArticle = (row: SummaryRow & PersonColumns & { text: string }): StaffArticle => ({
  ...toStaffSummary(row),
  text: row.text,
});

export function toStaffSummary(row: SummaryRow & PersonColumns): StaffArticleSummary {
  return {
    ...toSummary(row),
    state: stateOf(row),
    author: toPerson(row),
    updated: row.updated_at,
    cover_id: row.cover_id,
    cover_alt: row.cover_alt ?? '',
  };
}

export const toPerson = ({ person_id, person_name }: PersonColumns) =>
  person_id === null ? null : { _id: person_id, name: person_name ?? '' };

export function stateOf({ published_at, due_at }: Pick<ArticleRow, 'published_at' | 'due_at'>): ArticleState {
  if (published_at === null) return 'draft';
  return due_at === null ? 'published' : 'scheduled';
}
