import type { FastifyInstance } from 'fastify';
import { onboardingContract } from '../../../shared/onboarding/onboarding.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { listProgress, stepsForOffice, stepsOf, tickStep } from './steps.service.ts';
import { readTemplate, saveTemplate } from './template.service.ts';

export function onboardingRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, onboardingContract, {
    'GET /api/onboarding': () => listProgress(db),
    'GET /api/onboarding/me': ({ actor }) => stepsOf(db, actor.id, 'on'),
    'GET /api/onboarding/members/:id': ({ params, actor }) => stepsForOffice(db, actor, params.id),
    'PUT /api/onboarding/steps/:id': ({ params, body, actor }) => tickStep(parts, actor, params.id, body),
    'GET /api/onboarding/templates/:plan': ({ params }) => readTemplate(db, params.plan),
    'PUT /api/onboarding/templates/:plan': ({ params, body, actor }) =>
      saveTemplate(db, actor, params.plan, body.steps, body.seen),
  });
}
