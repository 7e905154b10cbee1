import type { FastifyInstance } from 'fastify';
import { systemContract } from '../../../shared/system/system.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { readSystem } from './system.service.ts';
import { addSystemMetrics } from './system-metrics.ts';

export function systemRoutes(app: FastifyInstance, parts: Parts): void {
  addSystemMetrics(parts);
  apiRoutes(app, parts, systemContract, {
    'GET /api/system': () => readSystem(parts),
  });
}
