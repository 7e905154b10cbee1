import type { FastifyInstance } from 'fastify';
import { apiTokensContract } from '../../../shared/api-tokens/api-tokens.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.service.ts';

export function apiTokensRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, apiTokensContract, {
    'GET /api/api-tokens': () => listApiTokens(db),
    'POST /api/api-tokens': ({ body, actor }) => createApiToken(db, actor, body),
    'DELETE /api/api-tokens/:id': async ({ params, actor }) => {
      await revokeApiToken(db, actor, params.id);
      return { msg: 'API token revoked' };
    },
  });
}
