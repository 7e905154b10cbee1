import type { FastifyInstance } from 'fastify';
import { privacyContract } from '../../../shared/privacy/privacy.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import { listLegalHolds, placeLegalHold, releaseLegalHold } from './legal-holds.service.ts';
import {
  enterPrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
  sendOwnPrivacyRequest,
  updatePrivacyRequest,
} from './privacy-requests.service.ts';

export function privacyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, privacyContract, {
    'GET /api/privacy-requests': async ({ query: { cursor, ...page }, request, reply }) => {
      const { rows, next } = await listPrivacyRequests(db, { ...page, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'POST /api/privacy-requests': async ({ body, actor }) => {
      await sendOwnPrivacyRequest(parts, actor, body);
      return { msg: 'Request received' };
    },
    'POST /api/privacy-requests/entered': ({ body, actor }) => enterPrivacyRequest(parts, actor, body),
    'GET /api/privacy-requests/:id': ({ params }) => getPrivacyRequest(db, params.id),
    'PATCH /api/privacy-requests/:id': ({ params, body, actor }) =>
      updatePrivacyRequest(parts, actor, params.id, body),
    'GET /api/legal-holds': () => listLegalHolds(db),
    'POST /api/legal-holds': ({ body, actor }) => placeLegalHold(parts, actor, body),
    'DELETE /api/legal-holds/:id': async ({ params, actor }) => {
      await releaseLegalHold(parts, actor, params.id);
      return { msg: 'Legal hold released' };
    },
  });
}
