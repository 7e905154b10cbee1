import { made } from '../closings.ts';
import type { Scene } from '../scene.ts';
import { person } from '../scene.ts';
import type { GoodRequests } from './request.ts';

/** A due of the scene's owner that another admin has added. */
async function dueOf({ server, owner }: Pick<Scene, 'server' | 'owner'>): Promise<string> {
  const admin = await person(server, { admin: true });
  const body = { member: owner.id, label: 'Sign', amount: 60_00, reason: 'A lost sign' };
  const { _id } = await made(server, admin, 'POST /api/dues', body);
  return _id;
}

export const dueRequests = {
  'GET /api/dues': async () => ({}),
  'GET /api/dues/export': async () => ({}),
  'GET /api/dues/settings': async () => ({}),
  'PUT /api/dues/settings': async () => ({ body: { rule: 'anniversary', days: 14, howToPay: '' } }),
  'GET /api/dues/me': async () => ({}),
  'GET /api/dues/me/:id/invoice': async (scene) => ({ params: { id: await dueOf(scene) } }),
  'POST /api/dues': async ({ owner }) => ({
    body: { member: owner.id, label: 'Sign', amount: 60_00, reason: 'A lost sign' },
  }),
  'POST /api/dues/paid': async (scene) => ({
    body: { payments: [{ due: await dueOf(scene), on: '2026-01-05', method: 'Check 12' }] },
  }),
  'POST /api/dues/:id/waive': async (scene) => ({
    params: { id: await dueOf(scene) },
    body: { reason: 'A good year' },
  }),
  'POST /api/dues/:id/void': async (scene) => ({
    params: { id: await dueOf(scene) },
    body: { reason: 'Charged by mistake' },
  }),
  'POST /api/dues/:id/take-back': async (scene) => {
    const id = await dueOf(scene);
    const admin = await person(scene.server, { admin: true });
    await made(scene.server, admin, `POST /api/dues/${id}/waive`, { reason: 'A good year' });
    return { params: { id }, body: { reason: 'Not a good year' } };
  },
  'GET /api/dues/:id/invoice': async (scene) => ({ params: { id: await dueOf(scene) } }),
} satisfies Partial<GoodRequests>;
