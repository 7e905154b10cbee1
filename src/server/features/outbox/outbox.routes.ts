import type { FastifyInstance } from 'fastify';
import { outboxContract } from '../../../shared/outbox/outbox.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import { countMails, listMails, readMail, retryMail, showInvitation } from './outbox.service.ts';

export function outboxRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config, mails } = parts;
  apiRoutes(app, parts, outboxContract, {
    'GET /api/outbox': async ({ query: { cursor, ...filter }, request, reply }) => {
      const { rows, next } = await listMails(db, { ...filter, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/outbox/summary': async () => ({
      mailServer: config.smtpUrl !== undefined,
      ...(await countMails(db)),
    }),
    'GET /api/outbox/:id': ({ params }) => readMail(parts, params.id),
    'GET /api/outbox/:id/invitation': ({ params, actor }) => showInvitation(parts, actor, params.id),
    'POST /api/outbox/:id/retry': async ({ params, actor }) => {
      const mail = await retryMail(db, actor, params.id);
      mails.wake();
      return mail;
    },
  });
}
