import type { FastifyInstance } from 'fastify';
import { webhooksContract } from '../../../shared/webhooks/webhooks.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replaceSecret,
  replayDelivery,
  testWebhook,
  updateWebhook,
} from './webhooks.service.ts';

export function webhooksRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, webhooksContract, {
    'GET /api/webhooks': () => listWebhooks(db),
    'POST /api/webhooks': ({ body, actor }) => createWebhook(parts, actor, body),
    'GET /api/webhooks/:id': ({ params }) => getWebhook(db, params.id),
    'PATCH /api/webhooks/:id': ({ params, body, actor }) => updateWebhook(parts, actor, params.id, body),
    'DELETE /api/webhooks/:id': async ({ params, actor }) => {
      await deleteWebhook(db, actor, params.id);
      return { msg: 'Webhook deleted' };
    },
    'POST /api/webhooks/:id/secret': ({ params, actor }) => replaceSecret(parts, actor, params.id),
    'POST /api/webhooks/:id/test': ({ params, actor }) => testWebhook(parts, actor, params.id),
    'GET /api/webhooks/:id/deliveries': async ({ params, query: { cursor, ...filter }, request, reply }) => {
      const page = { ...filter, after: decodeCursor(cursor) };
      const { rows, next } = await listDeliveries(db, params.id, page);
      linkNext(reply, request.url, next);
      return rows;
    },
    'POST /api/webhooks/:id/deliveries/:delivery/replay': ({ params, actor }) =>
      replayDelivery(db, actor, params),
  });
}
