import type { FastifyInstance } from 'fastify';
import { licensesContract } from '../../../shared/licenses/licenses.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { getLicense, listLicenses, saveLicense, saveOwnLicense } from './licenses.service.ts';

export function licensesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, licensesContract, {
    'GET /api/licenses': () => listLicenses(db),
    'GET /api/licenses/me': ({ actor }) => getLicense(db, actor.id),
    'PUT /api/licenses/me': ({ body, actor }) => saveOwnLicense(parts, actor, body),
    'PUT /api/licenses/:id': ({ params, body, actor }) => saveLicense(parts, actor, params.id, body),
  });
}
