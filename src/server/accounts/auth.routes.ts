import type { FastifyInstance } from 'fastify';
import { authContract } from '../../shared/auth.contract.ts';
import { apiRoutes } from '../http/api-routes.ts';
import { clientAddress, takeFromLimit } from '../http/rate-limits.ts';
import type { Parts } from '../parts.ts';
import { signIn, toCurrentUser } from './auth.service.ts';
import { endSession } from './sessions.service.ts';

const minute = 60;

export function authRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  apiRoutes(app, parts, authContract, {
    'POST /api/auth': async ({ body, request }) => {
      const address = clientAddress(request);
      if (config.rateLimits) {
        await takeFromLimit(db, `login:minute:${address}`, { limit: 10, seconds: minute });
        await takeFromLimit(db, `login:address:${address}`, { limit: 25, seconds: 5 * minute });
        await takeFromLimit(db, `login:email:${body.email}`, { limit: 10, seconds: 15 * minute });
      }
      const device = { address, userAgent: request.headers['user-agent'] ?? '' };
      return { token: await signIn(db, body, device) };
    },
    'GET /api/auth': async ({ actor }) => toCurrentUser(actor),
    'DELETE /api/auth': async ({ actor }) => {
      await endSession(db, actor.session.id);
      return { msg: 'Signed out' };
    },
  });
}
