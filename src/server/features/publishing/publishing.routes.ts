import type { FastifyInstance } from 'fastify';
import { publishingContract } from '../../../shared/publishing/publishing.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { readPublishing } from '../../platform/http/publishing.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { savePublishing } from './publishing-settings.service.ts';

export function publishingRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, publishingContract, {
    'GET /api/site/publishing': async ({ reply }) => {
      const { settings, version } = await readPublishing(parts.db, parts.config);
      sendVersion(reply, version);
      return settings;
    },
    'PUT /api/site/publishing': async ({ body, actor, request, reply }) => {
      const { settings, version } = await savePublishing(parts, actor, body, expectedVersions(request));
      sendVersion(reply, version);
      await parts.content.changed(request.log);
      return settings;
    },
  });
}
