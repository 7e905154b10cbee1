import type { FastifyInstance } from 'fastify';
import { searchContract } from '../../../shared/search/search.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import type { Parts } from '../../platform/parts.ts';
import { searchAll } from './search.service.ts';

export function searchRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, searchContract, {
    'GET /api/search': ({ query: { q }, actor }) =>
      runSearch(parts, actor, (db) => searchAll(db, { actor, config: parts.config }, q)),
  });
}
