import type { FastifyInstance } from 'fastify';
import type { Page } from '../../../shared/pages.ts';
import { slugPattern } from '../../../shared/text-rules.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/http-error.ts';
import { Moved } from '../../platform/pages/page-errors.ts';
import { sendCachedPage } from '../../platform/pages/send-page.ts';
import type { Parts } from '../../platform/parts.ts';
import { countArticles, getArticlePage, listSummaries } from './published-articles.service.ts';

const perPage = 12;

export function articlesPages(site: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  site.get<{ Querystring: { page?: unknown } }>('/articles', async (request, reply) => {
    const page = pageNumber(request.query.page);
    const key = page === 1 ? '/articles' : `/articles?page=${page}`;
    const load = () => listPage(db, page);
    return sendCachedPage(parts, request, reply, { path: '/articles', load, key, counted: true });
  });
  site.get<{ Params: { slug: string } }>('/articles/:slug', async (request, reply) => {
    const { slug } = request.params;
    if (!slugPattern.test(slug)) throw notFound('Page');
    const path = `/articles/${slug}`;
    const load = () => articlePage(db, slug);
    return sendCachedPage(parts, request, reply, { path, load, counted: true });
  });
}

function pageNumber(given: unknown): number {
  if (given === undefined) return 1;
  if (typeof given !== 'string' || !/^[1-9]\d{0,4}$/.test(given)) throw notFound('Page');
  return Number(given);
}

/** @throws 404 past the last page; the first exists even when empty */
async function listPage(db: Database, page: number): Promise<Page> {
  const pages = Math.max(1, Math.ceil((await countArticles(db)) / perPage));
  if (page > pages) throw notFound('Page');
  const articles = await listSummaries(db, { limit: perPage, offset: (page - 1) * perPage });
  return { kind: 'articles', articles, page, pages };
}

/** @throws Moved when the slug is a former one; 404 when it never was one */
async function articlePage(db: Database, slug: string): Promise<Page> {
  const content = await getArticlePage(db, slug);
  if (content.article.slug !== slug) throw new Moved(`/articles/${content.article.slug}`);
  return { kind: 'article', ...content };
}
