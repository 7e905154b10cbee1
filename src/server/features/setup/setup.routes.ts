import type { FastifyInstance } from 'fastify';
import { setupContract } from '../../../shared/setup/setup.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { readSetup } from './setup.service.ts';

export const setupRoutes = (app: FastifyInstance, parts: Parts): void =>
  apiRoutes(app, parts, setupContract, {
    'GET /api/setup': ({ actor }) => readSetup(parts, actor),
  });
