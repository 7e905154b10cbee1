import type { FastifyInstance } from 'fastify';
import { profileContract } from '../../shared/profile.contract.ts';
import { apiRoutes } from '../http/api-routes.ts';
import type { Parts } from '../parts.ts';
import { deleteUser } from '../users/delete-user.ts';

export function profilesRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, profileContract, {
    'DELETE /api/profile': async ({ actor }) => {
      await deleteUser(parts.db, actor, actor.id);
      return { msg: 'Account deleted' };
    },
  });
}
