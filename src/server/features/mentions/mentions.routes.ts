import type { FastifyInstance } from 'fastify';
import { mentionsContract } from '../../../shared/mentions/mentions.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import type { Parts } from '../../platform/parts.ts';
import { findMentionable } from './mentionable.service.ts';

export function mentionsRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, mentionsContract, {
    // Searched while typing: no rate limit.
    'GET /api/mentions': async ({ query: { search }, actor }) =>
      search === '' ? [] : runSlowRead(parts, actor, (db) => findMentionable(db, actor, search)),
  });
}
