import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bulkInvitationsContract } from '../../../shared/users/bulk-invitations.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { commitList, failedRows, getList, listLists, previewList } from './bulk-invitations.service.ts';
import { stopList } from './stop-lists.ts';

export function bulkInvitationsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, bulkInvitationsContract, {
    'POST /api/users/bulk/preview': ({ body, actor }) => previewList(db, actor, body),
    'POST /api/users/bulk': ({ body, actor }) => commitList(db, actor, body),
    'GET /api/users/bulk': () => listLists(db),
    'GET /api/users/bulk/:id': ({ params }) => getList(db, params.id),
    'POST /api/users/bulk/:id/stop': ({ params, actor }) => stopList(db, actor, params.id),
    'GET /api/users/bulk/:id/failed': async ({ params, reply }) => {
      const file = await failedRows(db, params.id);
      reply.header('content-disposition', 'attachment; filename="not-invited.csv"');
      return Readable.from([file]);
    },
  });
}
