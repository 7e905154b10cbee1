/**
 * Former versions, compared and brought back. A new field of an article must be stored and restored here, and deleted
 * in `deletePublishedCopy`.
 */

import type {
  ArticleVersion,
  ArticleVersionSummary,
  StaffArticle,
} from '../../../shared/articles/articles.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ArticleVersionRow } from '../../tables/articles.ts';
import { type PersonColumns, toPerson } from './article-rows.ts';
import { getStaffArticle, updateArticle } from './articles.service.ts';
import type { Versioned } from './published-articles.service.ts';

/** The former versions of an article, newest first, without texts. @throws 404 'Article not found' */
export async function listVersions(
  db: Database,
  actor: Pick<Actor, 'id'>,
  articleId: string,
): Promise<ArticleVersionSummary[]> {
  const rows = await versionsOf(db, articleId).orderBy('article_versions.id', 'desc').execute();
  if (rows.length === 0) await getStaffArticle(db, actor, articleId);
  return rows.map(toVersionSummary);
}

/** @throws 404 'Version not found' */
export async function getVersion(
  db: Database,
  articleId: string,
  versionId: string,
): Promise<ArticleVersion> {
  const row = await versionsOf(db, articleId)
    .select('article_versions.text')
    .where('article_versions.id', '=', versionId)
    .executeTakeFirst();
  if (!row) throw notFound('Version');
  return { ...toVersionSummary(row), text: row.text };
}

/** Restores title, slug and content of an article, not its state. @throws 404 'Version not found' */
export async function restoreVersion(
  parts: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  articleId: string,
  versionId: string,
  expectedVersions?: number[],
): Promise<Versioned<StaffArticle>> {
  const { title, slug, snippet, text, url } = await getVersion(parts.db, articleId, versionId);
  return updateArticle(
    parts,
    actor,
    articleId,
    { title, slug, snippet, text, url },
    { action: 'article.restored', expectedVersions },
  );
}

const versionsOf = (db: Database, articleId: string) =>
  db
    .selectFrom('article_versions')
    .leftJoin('users', 'users.id', 'article_versions.saved_by')
    .select([
      'article_versions.id',
      'article_versions.title',
      'article_versions.slug',
      'article_versions.snippet',
      'article_versions.url',
      'article_versions.saved_at',
      'users.id as person_id',
      'users.name as person_name',
    ])
    .where('article_versions.article_id', '=', articleId);

function toVersionSummary(
  row: Omit<ArticleVersionRow, 'article_id' | 'text' | 'saved_by'> & PersonColumns,
): ArticleVersionSummary {
  return {
    _id: row.id,
    title: row.title,
    slug: row.slug,
    snippet: row.snippet,
    url: row.url,
    author: toPerson(row),
    date: row.saved_at,
  };
}
