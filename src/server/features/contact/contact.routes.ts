import type { FastifyInstance } from 'fastify';
import { contactContract } from '../../../shared/contact/contact.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Parts } from '../../platform/parts.ts';
import { sendContactRequest } from './contact.service.ts';
import { openTimeTrap } from './time-trap.ts';

export async function contactRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const trap = await openTimeTrap(parts.db);
  apiRoutes(app, parts, contactContract, {
    'POST /api/contact': async ({ body, idempotencyKey, request }) => {
      const sender = {
        address: clientAddress(request),
        trusted: trap.trusts(body.started),
        hasty: trap.isHasty(body.started),
      };
      const arrived = await sendContactRequest(parts, body, sender, idempotencyKey);
      if (arrived) parts.visits.count(request, 'sent', '/contact');
      return { msg: 'Email Sent!' };
    },
  });
}
