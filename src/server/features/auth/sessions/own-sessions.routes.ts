import type { FastifyInstance } from 'fastify';
import { ownSessionsContract } from '../../../../shared/auth/own-sessions.contract.ts';
import { apiRoutes } from '../../../platform/http/api-routes.ts';
import type { Parts } from '../../../platform/parts.ts';
import {
  deleteOwnDevice,
  endAllOtherSessions,
  endOwnSession,
  listOwnDevices,
  listOwnSessions,
} from './own-sessions.service.ts';

export function ownSessionsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, ownSessionsContract, {
    'GET /api/auth/sessions': ({ actor }) => listOwnSessions(db, actor),
    'DELETE /api/auth/sessions': async ({ actor }) => {
      await endAllOtherSessions(db, actor);
      return { msg: 'Sessions ended' };
    },
    'DELETE /api/auth/sessions/:id': async ({ params, actor }) => {
      await endOwnSession(db, actor, params.id);
      return { msg: 'Session ended' };
    },
    'GET /api/auth/devices': ({ actor }) => listOwnDevices(db, actor),
    'DELETE /api/auth/devices/:id': async ({ params, actor }) => {
      await deleteOwnDevice(db, actor, params.id);
      return { msg: 'Device forgotten' };
    },
  });
}
