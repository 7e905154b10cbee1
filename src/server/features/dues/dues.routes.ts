import type { FastifyInstance } from 'fastify';
import { today } from '../../../shared/dates.ts';
import { duesContract } from '../../../shared/dues/dues.contract.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { listDues, ownDues } from './due-rows.ts';
import { addDue, decideDue, notePayments, takeBack } from './dues.service.ts';
import { duesSettings, readDuesSettings, saveDuesSettings } from './dues-settings.service.ts';
import { exportDues } from './export-dues.ts';
import { sendInvoice } from './invoice.service.ts';

export function duesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, duesContract, {
    'GET /api/dues': async ({ query: { limit, cursor, ...filter }, actor, request, reply }) => {
      const after = decodeCursor(cursor);
      const page = filter.search
        ? await runSlowRead(parts, actor, (from) => listDues(from, filter, { limit, after }))
        : await listDues(db, filter, { limit, after });
      linkNext(reply, request.url, page.next);
      return page.rows;
    },
    'GET /api/dues/export': async ({ actor, reply }) => {
      const filename = `dues-${today()}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(run: (from: Database) => Promise<T>) => parts.slowReads.run(turnOf(actor), db, run);
      return streamedCsv(exportDues({ db, read }, actor, filename));
    },
    'GET /api/dues/settings': async ({ reply }) => {
      const { settings, version } = await readDuesSettings(db);
      sendVersion(reply, version);
      return settings;
    },
    'PUT /api/dues/settings': async ({ actor, body, request, reply }) => {
      const { settings, version } = await saveDuesSettings(parts, actor, body, expectedVersions(request));
      sendVersion(reply, version);
      return settings;
    },
    'GET /api/dues/me': async ({ actor }) => ({
      dues: await ownDues(db, actor),
      howToPay: (await duesSettings(db)).howToPay,
    }),
    'GET /api/dues/me/:id/invoice': ({ actor, params, reply }) =>
      sendInvoice(parts, reply, { id: params.id, owner: actor.id }),
    'POST /api/dues': ({ actor, body, idempotencyKey }) => addDue(parts, actor, body, idempotencyKey),
    'POST /api/dues/paid': ({ actor, body }) => notePayments(parts, actor, body.payments),
    'POST /api/dues/:id/waive': ({ actor, params, body }) =>
      decideDue(parts, actor, params.id, { decision: 'waive', reason: body.reason }),
    'POST /api/dues/:id/void': ({ actor, params, body }) =>
      decideDue(parts, actor, params.id, { decision: 'void', reason: body.reason }),
    'POST /api/dues/:id/take-back': ({ actor, params, body }) =>
      takeBack(parts, actor, params.id, body.reason),
    'GET /api/dues/:id/invoice': ({ params, reply }) => sendInvoice(parts, reply, { id: params.id }),
  });
}
