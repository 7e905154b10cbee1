import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { agreementsContract } from '../../../shared/agreements/agreements.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { asDownload } from '../documents/documents.service.ts';
import { getSettings, saveSettings, settingsVersion } from './agreement-settings.service.ts';
import { copyOf, endAgreement, getAgreement, listAgreements, ownAgreements } from './agreements.service.ts';
import { askToSign, listAsks } from './asks.service.ts';
import { countersignAgain } from './countersign-again.ts';
import { originOf } from './origin.ts';
import { ownReviewFile, reviewOwn, signOwn } from './own-signing.service.ts';
import { previewPdf } from './preview-pdf.ts';
import { publish } from './publish.service.ts';
import { sendCopy } from './send-copy.ts';
import { verifyHash } from './verify.service.ts';
import { getVersion, listVersions, readText, saveText } from './versions.service.ts';

export function agreementsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  apiRoutes(app, parts, agreementsContract, {
    'GET /api/agreements/text': () => readText(db, config),
    'PUT /api/agreements/text': ({ body, actor }) => saveText(parts, actor, body),
    'POST /api/agreements/text/preview': async ({ body, reply }) => {
      const bytes = await previewPdf(parts, body.text);
      return asDownload(reply, 'Preview.pdf', bytes.length, Readable.from([bytes], { objectMode: false }));
    },
    'GET /api/agreements/versions': () => listVersions(db),
    'POST /api/agreements/versions': ({ body, actor }) => publish(parts, actor, body),
    'GET /api/agreements/versions/:id/text': ({ params }) => getVersion(db, params.id),
    'GET /api/agreements/settings': async ({ actor, reply }) => {
      const settings = await getSettings(db, actor);
      sendVersion(reply, settingsVersion(settings));
      return settings;
    },
    'PUT /api/agreements/settings': async ({ body, actor, request, reply }) => {
      const settings = await saveSettings(parts, actor, body, expectedVersions(request));
      sendVersion(reply, settingsVersion(settings));
      return settings;
    },
    'GET /api/agreements': async ({ query: { cursor, ...filter }, actor, request, reply }) => {
      const list = (from: Database) => listAgreements(from, { ...filter, after: decodeCursor(cursor) });
      const { rows, next } = await (filter.search ? runSearch(parts, actor, list) : list(db));
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/agreements/mine': ({ actor }) => ownAgreements(db, actor.id),
    'POST /api/agreements/mine/review': ({ actor }) => reviewOwn(parts, actor),
    'GET /api/agreements/mine/review/pdf': async ({ actor, reply }) =>
      sendCopy(parts, reply, await ownReviewFile(db, actor.id)),
    'POST /api/agreements/mine/sign': async ({ body, actor, request }) => {
      const { own, event } = await signOwn(parts, actor, body, originOf(request));
      request.log.info({ security: event }, 'security event');
      return own;
    },
    'GET /api/agreements/mine/:id/pdf': async ({ params, actor, reply }) =>
      sendCopy(parts, reply, await copyOf(db, params.id, actor.id)),
    'GET /api/agreements/asks': ({ query }) => listAsks(db, { ...query, open: query.open === 'true' }),
    'POST /api/agreements/asks': async ({ body, actor }) => ({ asked: await askToSign(db, actor, body) }),
    'POST /api/agreements/verify': ({ body }) => verifyHash(parts, body.sha256),
    'GET /api/agreements/:id': ({ params }) => getAgreement(db, params.id),
    'GET /api/agreements/:id/pdf': async ({ params, reply }) =>
      sendCopy(parts, reply, await copyOf(db, params.id)),
    'POST /api/agreements/:id/countersign': async ({ params, body, actor, request }) => {
      const { agreement, event } = await countersignAgain(parts, actor, params.id, body, originOf(request));
      request.log.info({ security: event }, 'security event');
      return agreement;
    },
    'POST /api/agreements/:id/end': ({ params, body, actor }) => endAgreement(parts, actor, params.id, body),
  });
}
