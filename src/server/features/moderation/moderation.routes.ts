import type { FastifyInstance } from 'fastify';
import { moderationContract } from '../../../shared/moderation/moderation.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import type { Parts } from '../../platform/parts.ts';
import { keepComment, keepPost, removeReportedComment, removeReportedPost } from './decisions.service.ts';
import { countReported, listReported } from './moderation.service.ts';
import { reportComment, reportPost } from './reports.service.ts';

export function moderationRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, moderationContract, {
    'POST /api/posts/report/:id': async ({ params, body, actor }) => {
      await reportPost(db, actor, params.id, body);
      return { msg: 'Report sent' };
    },
    'POST /api/posts/comment/:postId/:commentId/report': async ({ params, body, actor }) => {
      await reportComment(db, actor, params, body);
      return { msg: 'Report sent' };
    },
    'GET /api/moderation': async ({ query: { limit, cursor }, actor, request, reply }) => {
      const { rows, next } = await listReported(db, actor, { limit, after: decodeCursor(cursor) });
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/moderation/count': async () => ({ count: await countReported(db) }),
    'POST /api/moderation/posts/:id/keep': async ({ params, body, actor }) => {
      await keepPost(db, actor, params.id, body.seen);
      return { msg: 'Post kept' };
    },
    'POST /api/moderation/posts/:id/remove': async ({ params, body, actor }) => {
      await removeReportedPost(db, actor, params.id, body);
      return { msg: 'Post removed' };
    },
    'POST /api/moderation/comments/:id/keep': async ({ params, body, actor }) => {
      await keepComment(db, actor, params.id, body.seen);
      return { msg: 'Comment kept' };
    },
    'POST /api/moderation/comments/:id/remove': async ({ params, body, actor }) => {
      await removeReportedComment(db, actor, params.id, body);
      return { msg: 'Comment removed' };
    },
  });
}
