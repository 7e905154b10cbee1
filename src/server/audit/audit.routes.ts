import type { FastifyInstance } from 'fastify';
import { auditContract } from '../../shared/audit.contract.ts';
import { decodeCursor, linkNext } from '../db/keyset.ts';
import { apiRoutes } from '../http/api-routes.ts';
import type { Parts } from '../parts.ts';
import { listActors, listDeeds } from './audit.service.ts';

export function auditRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, auditContract, {
    'GET /api/audit': async ({ query: { cursor, ...filter }, request, reply }) => {
      const { rows, next } = await listDeeds(parts.db, { ...filter, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/audit/actors': () => listActors(parts.db),
  });
}
