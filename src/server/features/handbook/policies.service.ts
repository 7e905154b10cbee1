/** Pages of the handbook that are public. */

import type { PolicySummary, PublicPolicy } from '../../../shared/pages.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http-error.ts';
import { renderStoredArticle } from '../../platform/text/render-text.ts';
import { imagesOf } from '../articles/text-images.ts';
import { filesOf } from './files.service.ts';
import { pageIdOf, pagesInOrder } from './page-rows.ts';
import { excerptWith } from './page-words.ts';

/** In the order of the handbook. */
const publicPages = (db: Database) =>
  pagesInOrder(db).where('page.public', '=', true).where('page.published_at', 'is not', null);

/** Pages of the handbook that visitors may read. */
export async function listPolicies(db: Database): Promise<PolicySummary[]> {
  const rows = await publicPages(db).execute();
  return rows.map(({ title, slug, updated_at }) => ({ title, slug, updated: updated_at }));
}

/** By any slug that it had. @throws 404 'Page not found', also for one that only members may read */
export async function readPolicy(db: Database, slug: string): Promise<PublicPolicy> {
  const id = await pageIdOf(db, slug);
  const row = await publicPages(db)
    .select(['articles.html', 'articles.text'])
    .where('page.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Page');
  const { title, text } = row;
  const images = row.html === null ? await imagesOf(db, text) : {};
  return {
    title,
    slug: row.slug,
    updated: row.updated_at,
    description: excerptWith(text, []),
    html: row.html ?? (await renderStoredArticle({ text, images })).html,
    files: await filesOf(db, id),
  };
}
