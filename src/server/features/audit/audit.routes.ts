import type { FastifyInstance } from 'fastify';
import { auditContract } from '../../../shared/audit/audit.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import { listActors, listAuditEvents } from './audit.service.ts';

export function auditRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, auditContract, {
    'GET /api/audit': async ({ query: { cursor, ...filter }, request, reply }) => {
      const { rows, next } = await listAuditEvents(parts.db, { ...filter, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/audit/actors': () => listActors(parts.db),
  });
}
