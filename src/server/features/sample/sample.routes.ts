import type { FastifyInstance } from 'fastify';
import { sampleContract } from '../../../shared/sample/sample.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { readFilled } from './filled.ts';
import { removeSamples } from './remove-samples.ts';

export function sampleRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, sampleContract, {
    'GET /api/sample': async () => ({ filled: (await readFilled(parts.db)) !== undefined }),
    'DELETE /api/sample': async ({ actor }) => {
      await removeSamples(parts, actor);
      return { filled: false };
    },
  });
}
