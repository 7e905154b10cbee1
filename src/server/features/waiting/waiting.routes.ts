import type { FastifyInstance } from 'fastify';
import { waitingContract } from '../../../shared/waiting/waiting.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { readWaiting } from './waiting.service.ts';

export function waitingRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, waitingContract, {
    'GET /api/waiting': ({ actor }) => readWaiting(parts, actor),
  });
}
