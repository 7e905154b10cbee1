import type { FastifyInstance } from 'fastify';
import { securityLogContract } from '../../../shared/security-log/security-log.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import { listSecurityEvents } from './security-log.service.ts';

export function securityLogRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, securityLogContract, {
    'GET /api/security-log': async ({ query: { cursor, ...filter }, request, reply }) => {
      const { rows, next } = await listSecurityEvents(parts.db, { ...filter, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/auth/security-log': async ({ query: { cursor, ...filter }, actor, request, reply }) => {
      const own = { ...filter, user: actor.id, after: decodeCursor(cursor) };
      const { rows, next } = await listSecurityEvents(parts.db, own);
      linkNext(reply, request.url, next);
      return rows;
    },
  });
}
