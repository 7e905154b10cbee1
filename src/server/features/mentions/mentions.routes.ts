import type { FastifyInstance } from 'fastify';
import { mentionsContract } from '../../../shared/mentions.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { findMentionable } from './mentionable.service.ts';

export function mentionsRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, mentionsContract, {
    'GET /api/mentions': ({ query, actor }) => findMentionable(parts.db, actor, query.search),
  });
}
