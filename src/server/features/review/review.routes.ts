import type { FastifyInstance } from 'fastify';
import { reviewContract } from '../../../shared/review/review.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { answerSubmission, publishSubmission } from './publish-submission.ts';
import { getSubmission, listSubmissions, sendBack, withdrawSubmission } from './review.service.ts';

export function reviewRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content } = parts;
  apiRoutes(app, parts, reviewContract, {
    'GET /api/submissions': ({ actor }) => listSubmissions(db, actor),
    'GET /api/submissions/:id': ({ params, actor }) => getSubmission(db, actor, params.id),
    'POST /api/submissions/:id/publish': async ({ params, body, actor, request }) => {
      await publishSubmission(parts, actor, params.id, body);
      await content.changed(request.log);
      return { msg: 'Published' };
    },
    'POST /api/submissions/:id/send-back': async ({ params, body, actor }) => {
      await sendBack(db, actor, params.id, body);
      return { msg: 'Sent back' };
    },
    'POST /api/submissions/:id/answer': async ({ params, body, actor, request }) => {
      const msg = await answerSubmission(parts, actor, params.id, body);
      await content.changed(request.log);
      return { msg };
    },
    'DELETE /api/submissions/:id': async ({ params, actor }) => {
      await withdrawSubmission(db, actor, params.id);
      return { msg: 'Submission withdrawn' };
    },
  });
}
