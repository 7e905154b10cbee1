import type { FastifyInstance } from 'fastify';
import { notificationsContract } from '../../../shared/notifications/notifications.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import { countUnread, listNotifications, markRead } from './own-notifications.service.ts';
import { listWorkMails, setWorkMail } from './work-emails.service.ts';

export function notificationsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  apiRoutes(app, parts, notificationsContract, {
    'GET /api/notifications': async ({ query: { limit, cursor }, actor, request, reply }) => {
      const { rows, next } = await listNotifications(db, actor, { limit, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/notifications/unread-count': async ({ actor }) => ({ count: await countUnread(db, actor) }),
    'GET /api/notifications/emails': ({ actor }) => listWorkMails(db, actor),
    'PUT /api/notifications/emails': ({ body, actor }) => setWorkMail(db, actor, body),
    'PUT /api/notifications/read': async ({ body, actor }) => ({
      count: await markRead(db, actor, new Date(body.until).toISOString()),
    }),
  });
}
