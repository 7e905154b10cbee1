import type { FastifyInstance, FastifyReply } from 'fastify';
import { type SavedSettings, siteSettingsContract } from '../../../shared/site/site-settings.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  getSettings,
  getSiteVersion,
  listSiteVersions,
  previewSettings,
  restoreSiteVersion,
  saveSettings,
  type Versioned,
} from './site-settings.service.ts';

export function siteSettingsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content } = parts;
  apiRoutes(app, parts, siteSettingsContract, {
    'GET /api/site/settings': async ({ reply }) => withVersion(reply, await getSettings(parts)),
    'PUT /api/site/settings': async ({ body, actor, request, reply }) => {
      const saved = await saveSettings(parts, actor, body, { expectedVersions: expectedVersions(request) });
      await content.changed(request.log);
      return withVersion(reply, saved);
    },
    'POST /api/site/settings/preview': ({ body }) => previewSettings(parts, body),
    'GET /api/site/settings/versions': () => listSiteVersions(db),
    'GET /api/site/settings/versions/:number': ({ params }) => getSiteVersion(parts, Number(params.number)),
    'POST /api/site/settings/versions/:number/restore': async ({ params, actor, request, reply }) => {
      const version = Number(params.number);
      const saved = await restoreSiteVersion(parts, actor, version, expectedVersions(request));
      await content.changed(request.log);
      return withVersion(reply, saved);
    },
  });
}

function withVersion(reply: FastifyReply, { version, saved }: Versioned): SavedSettings {
  sendVersion(reply, version);
  return saved;
}
