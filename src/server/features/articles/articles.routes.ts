import type { FastifyInstance, FastifyReply } from 'fastify';
import { articlesContract } from '../../../shared/articles/articles.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { decodeCursor, linkNext, nextLink } from '../../platform/http/cursor.ts';
import { Prepared } from '../../platform/http/prepared.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { previewArticle } from '../../platform/text/render-text.ts';
import { demandReadable } from './article-rows.ts';
import { getVersion, listVersions, restoreVersion } from './article-versions.service.ts';
import {
  createArticle,
  deleteArticle,
  getPresentArticle,
  listStaffArticles,
  updateArticle,
} from './articles.service.ts';
import { previewPage } from './preview-page.ts';
import {
  getArticle,
  getArticleBySlug,
  listArticles,
  type Versioned,
  versionsOfArticles,
} from './published-articles.service.ts';
import { imagesOf } from './text-images.ts';
import { deleteWorkingCopy, getWorkingCopy, saveWorkingCopy } from './working-copies.service.ts';

export function articlesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content, pages } = parts;
  apiRoutes(app, parts, articlesContract, {
    'GET /api/articles': async ({ query: { cursor, limit }, request }) => {
      if (!cursor && !limit) {
        return pages.get('/api/articles', async () => ({
          stamp: await versionsOfArticles(db),
          async make() {
            const { json, next } = await listArticles(db);
            return { body: json, link: nextLink('/api/articles', next) };
          },
        }));
      }
      const part = { limit, after: decodeCursor(cursor), reader: clientAddress(request) };
      const { json, next } = await listArticles(db, part);
      return new Prepared(json, { link: nextLink(request.url, next) });
    },
    'GET /api/articles/:id': async ({ params, reply }) => withVersion(reply, await getArticle(db, params.id)),
    'GET /api/articles/slug/:slug': async ({ params, reply }) =>
      withVersion(reply, await getArticleBySlug(db, params.slug)),
    'GET /api/articles/all': async ({ query: { cursor, ...filter }, actor, request, reply }) => {
      const list = (from: Database) =>
        listStaffArticles(from, actor, { ...filter, after: decodeCursor(cursor) });
      const { rows, next } = await (filter.search ? runSearch(parts, actor, list) : list(db));
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/articles/all/:id': async ({ params, actor, reply }) => {
      await demandReadable(parts, actor, params.id);
      return withVersion(reply, await getPresentArticle(db, actor, params.id));
    },
    'POST /api/articles/preview': async ({ body: { text }, actor }) =>
      previewArticle({ text, images: await imagesOf(db, text) }, turnOf(actor)),
    'POST /api/articles/page-preview': ({ body, actor }) => previewPage(parts, actor, body),
    'GET /api/articles/working-copy/:id': async ({ params, actor, reply }) => {
      const { copy, version } = await getWorkingCopy(parts, actor, params.id);
      sendVersion(reply, version);
      return { copy };
    },
    'PUT /api/articles/working-copy/:id': async ({ params, body, actor, request, reply }) => {
      const { saved, version } = await saveWorkingCopy(
        parts,
        actor,
        params.id,
        body,
        expectedVersions(request),
      );
      sendVersion(reply, version);
      return { saved };
    },
    'DELETE /api/articles/working-copy/:id': async ({ params, actor, request }) => {
      await deleteWorkingCopy(db, actor, params.id, expectedVersions(request));
      return { msg: 'Working copy deleted' };
    },
    'POST /api/articles': async ({ body, actor, idempotencyKey, request, reply }) => {
      const created = await createArticle(parts, actor, body, idempotencyKey);
      await content.changed(request.log);
      return withVersion(reply, created);
    },
    'PATCH /api/articles/:id': async ({ params, body, actor, request, reply }) => {
      const updated = await updateArticle(parts, actor, params.id, body, {
        expectedVersions: expectedVersions(request),
      });
      await content.changed(request.log);
      return withVersion(reply, updated);
    },
    'DELETE /api/articles/:id': async ({ params, actor, request }) => {
      await deleteArticle(parts, actor, params.id, expectedVersions(request));
      await content.changed(request.log);
      return { msg: 'Article deleted' };
    },
    'GET /api/articles/versions/:id': async ({ params, actor }) => {
      await demandReadable(parts, actor, params.id);
      return listVersions(db, actor, params.id);
    },
    'GET /api/articles/versions/:id/:version': async ({ params, actor }) => {
      await demandReadable(parts, actor, params.id);
      return getVersion(db, params.id, params.version);
    },
    'POST /api/articles/versions/:id/:version/restore': async ({ params, actor, request, reply }) => {
      const restored = await restoreVersion(
        parts,
        actor,
        params.id,
        params.version,
        expectedVersions(request),
      );
      await content.changed(request.log);
      return withVersion(reply, restored);
    },
  });
}

function withVersion<T>(reply: FastifyReply, { article, version }: Versioned<T>): T {
  sendVersion(reply, version);
  return article;
}
