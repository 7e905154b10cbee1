import type { GoodRequests } from './request.ts';

const reportBody = { reason: 'rude' };
const removalBody = { reason: 'It names a client.' };

export const postRequests = {
  'GET /api/search': async () => ({ query: '?q=ana' }),
  'GET /api/search/office': async () => ({ query: '?q=ana' }),
  'GET /api/people/:id': async ({ owner }) => ({ params: owner }),
  'GET /api/posts': async () => ({}),
  'GET /api/posts/events': async () => ({}),
  'GET /api/posts/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'POST /api/posts': async () => ({ body: { text: 'Open house' } }),
  'PATCH /api/posts/:id': async (scene) => ({ params: { id: await scene.post() }, body: { text: 'Closed' } }),
  'DELETE /api/posts/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'PUT /api/posts/pin/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'DELETE /api/posts/pin/:id': async (scene) => {
    const id = await scene.post();
    await scene.byAdmin(`PUT /api/posts/pin/${id}`, undefined);
    return { params: { id } };
  },
  'PUT /api/posts/like/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'PUT /api/posts/unlike/:id': async (scene) => {
    const id = await scene.post();
    await scene.byCaller(`PUT /api/posts/like/${id}`);
    return { params: { id } };
  },
  'GET /api/posts/:id/likes': async (scene) => ({ params: { id: await scene.post() } }),
  'GET /api/posts/:id/comments': async (scene) => ({ params: { id: await scene.post() } }),
  'POST /api/posts/comment/:id': async (scene) => ({
    params: { id: await scene.post() },
    body: { text: 'See you there' },
  }),
  'DELETE /api/posts/comment/:postId/:commentId': async (scene) => ({ params: await scene.comment() }),
  'POST /api/posts/report/:id': async (scene) => ({ params: { id: await scene.post() }, body: reportBody }),
  'POST /api/posts/comment/:postId/:commentId/report': async (scene) => ({
    params: await scene.comment(),
    body: reportBody,
  }),
  'GET /api/moderation': async () => ({}),
  'GET /api/moderation/count': async () => ({}),
  'POST /api/moderation/posts/:id/keep': async (scene) => ({ params: { id: await scene.reportedPost() } }),
  'POST /api/moderation/posts/:id/remove': async (scene) => ({
    params: { id: await scene.reportedPost() },
    body: removalBody,
  }),
  'POST /api/moderation/comments/:id/keep': async (scene) => ({
    params: { id: await scene.reportedComment() },
  }),
  'POST /api/moderation/comments/:id/remove': async (scene) => ({
    params: { id: await scene.reportedComment() },
    body: removalBody,
  }),
  'GET /api/notifications': async () => ({}),
  'GET /api/notifications/unread-count': async () => ({}),
  'GET /api/waiting': async () => ({}),
  'GET /api/notifications/emails': async () => ({}),
  'PUT /api/notifications/emails': async () => ({ body: { area: 'recruiting', wanted: false } }),
  'PUT /api/notifications/read': async () => ({ body: { until: '2026-01-31T18:00:00.000Z' } }),
  'GET /api/mentions': async () => ({}),
} satisfies Partial<GoodRequests>;
