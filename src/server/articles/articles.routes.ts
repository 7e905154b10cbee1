import type { FastifyInstance, FastifyReply } from 'fastify';
import { articlesContract } from '../../shared/articles.contract.ts';
import { apiRoutes } from '../http/api-routes.ts';
import { expectedVersion, sendVersion } from '../http/versions.ts';
import type { Parts } from '../parts.ts';
import {
  createArticle,
  deleteArticle,
  getArticle,
  getArticleBySlug,
  listArticles,
  updateArticle,
  type VersionedArticle,
} from './articles.service.ts';

export function articlesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content, pages } = parts;
  apiRoutes(app, parts, articlesContract, {
    'GET /api/articles': () => pages.get('/api/articles', async () => JSON.stringify(await listArticles(db))),
    'GET /api/articles/:id': async ({ params, reply }) => answer(reply, await getArticle(db, params.id)),
    'GET /api/articles/slug/:slug': async ({ params, reply }) =>
      answer(reply, await getArticleBySlug(db, params.slug)),
    'POST /api/articles': async ({ body, actor, reply }) => {
      const created = await createArticle(db, actor, body);
      await content.refresh();
      return answer(reply, created);
    },
    'PATCH /api/articles/:id': async ({ params, body, actor, request, reply }) => {
      const updated = await updateArticle(db, actor, params.id, body, expectedVersion(request));
      await content.refresh();
      return answer(reply, updated);
    },
    'DELETE /api/articles/:id': async ({ params, actor }) => {
      await deleteArticle(db, actor, params.id);
      await content.refresh();
      return { msg: 'Article deleted' };
    },
  });
}

function answer(reply: FastifyReply, { article, version }: VersionedArticle) {
  sendVersion(reply, version);
  return article;
}
