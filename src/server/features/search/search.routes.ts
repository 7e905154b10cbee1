import type { FastifyInstance } from 'fastify';
import { peopleContract } from '../../../shared/search/people.contract.ts';
import { searchContract } from '../../../shared/search/search.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import type { Parts } from '../../platform/parts.ts';
import { searchOffice } from './office-search.service.ts';
import { readPerson } from './people.service.ts';
import { searchAll } from './search.service.ts';

export function searchRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, searchContract, {
    'GET /api/search': ({ query: { q }, actor }) =>
      runSearch(parts, actor, (db) => searchAll(db, { actor, config: parts.config }, q)),
    'GET /api/search/office': ({ query: { q }, actor }) =>
      runSearch(parts, actor, (db) => searchOffice(db, actor, q)),
  });
  apiRoutes(app, parts, peopleContract, {
    'GET /api/people/:id': ({ params, actor }) => readPerson(parts.db, actor, params.id),
  });
}
