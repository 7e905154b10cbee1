import type { FastifyInstance, FastifyReply } from 'fastify';
import { today } from '../../../shared/dates.ts';
import { handbookContract, type StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  acknowledge,
  acknowledgementsOf,
  countOverdue,
  exportTable,
  readTable,
} from './acknowledgements.service.ts';
import { removeFile } from './files.service.ts';
import {
  createPage,
  deletePage,
  getPage,
  listChoosable,
  listPages,
  orderContents,
  savePage,
  type VersionedPage,
} from './pages.service.ts';
import { openPages, readContents, readPage, searchPages } from './reading.service.ts';

export function handbookRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content } = parts;
  apiRoutes(app, parts, handbookContract, {
    'GET /api/handbook': ({ actor }) => readContents(db, actor),
    'GET /api/handbook/open': ({ actor }) => openPages(db, actor.id),
    'GET /api/handbook/search': ({ query: { q }, actor }) =>
      // Searched while typing: no rate limit.
      runSlowRead(parts, actor, (from) => searchPages(from, q)),
    'GET /api/handbook/slug/:slug': ({ params, actor }) => readPage(db, actor, params.slug),
    'POST /api/handbook/pages/:id/acknowledge': ({ params, body, actor, request }) =>
      acknowledge(db, actor, params.id, {
        edition: body.edition,
        device: deviceName(request.headers['user-agent'] ?? ''),
      }),
    'GET /api/handbook/all': () => listPages(db),
    'GET /api/handbook/all/:id': async ({ params, reply }) =>
      withVersion(reply, await getPage(db, params.id)),
    'GET /api/handbook/members': () => listChoosable(db),
    'POST /api/handbook/pages': async ({ body, actor, idempotencyKey, reply }) =>
      withVersion(reply, await createPage(parts, actor, body, idempotencyKey)),
    'PUT /api/handbook/pages/:id': async ({ params, body, actor, request, reply }) => {
      const saved = await savePage(parts, actor, params.id, body, expectedVersions(request));
      await content.changed(request.log);
      return withVersion(reply, saved);
    },
    'DELETE /api/handbook/pages/:id': async ({ params, actor, request }) => {
      await deletePage(db, actor, params.id, expectedVersions(request));
      await content.changed(request.log);
      return { msg: 'Page deleted' };
    },
    'PUT /api/handbook/contents': async ({ body, actor, request }) => {
      const ordered = await orderContents(db, actor, body);
      await content.changed(request.log);
      return ordered;
    },
    'DELETE /api/handbook/files/:id': async ({ params, query, actor, request }) => {
      await removeFile(db, actor, params.id, query);
      await content.changed(request.log);
      return { msg: 'File deleted' };
    },
    'GET /api/handbook/acknowledgements': ({ query: { overdue, ...filter }, actor }) =>
      // Searched while typing: no rate limit.
      runSlowRead(parts, actor, (from) => readTable(from, { ...filter, overdue: overdue === 'true' })),
    'GET /api/handbook/acknowledgements/csv': async ({ actor, reply }) => {
      const filename = `acknowledgements-${today()}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(query: (from: Database) => Promise<T>) =>
        parts.slowReads.run(turnOf(actor), db, query);
      return streamedCsv(exportTable({ db, read }, actor, filename));
    },
    'GET /api/handbook/acknowledgements/:id': ({ params }) => acknowledgementsOf(db, params.id),
    'GET /api/handbook/overdue': async () => ({ members: await countOverdue(db) }),
  });
}

function withVersion(reply: FastifyReply, { page, version }: VersionedPage): StaffPage {
  sendVersion(reply, version);
  return page;
}
