import type { FastifyInstance } from 'fastify';
import { leadSettingsContract } from '../../../shared/leads/lead-settings.contract.ts';
import { signatureOf } from '../../../shared/site/brokerage.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  addTemplate,
  addView,
  deleteTemplate,
  deleteView,
  getDigest,
  getLeadSettings,
  listTemplates,
  listViews,
  saveLeadSettings,
  saveTemplate,
  setDigest,
} from './lead-settings.service.ts';

export function leadSettingsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  apiRoutes(app, parts, leadSettingsContract, {
    'GET /api/leads/settings': () => getLeadSettings(db),
    'PUT /api/leads/settings': ({ body, actor }) => saveLeadSettings(db, actor, body),
    'GET /api/leads/signature': async () => ({ lines: signatureOf(config.brokerage) }),
    'GET /api/leads/templates': () => listTemplates(db),
    'POST /api/leads/templates': ({ body, actor }) => addTemplate(db, actor, body),
    'PUT /api/leads/templates/:id': ({ params, body, actor }) => saveTemplate(db, actor, params.id, body),
    'DELETE /api/leads/templates/:id': async ({ params, actor }) => {
      await deleteTemplate(db, actor, params.id);
      return { msg: 'Template deleted' };
    },
    'GET /api/leads/views': ({ actor }) => listViews(db, actor),
    'POST /api/leads/views': ({ body, actor }) => addView(db, actor, body),
    'DELETE /api/leads/views/:id': async ({ params, actor }) => {
      await deleteView(db, actor, params.id);
      return { msg: 'View deleted' };
    },
    'GET /api/leads/digest': ({ actor }) => getDigest(db, actor),
    'PUT /api/leads/digest': ({ body, actor }) => setDigest(db, actor, body.wanted),
  });
}
