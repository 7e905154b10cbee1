import { made } from '../closings.ts';
import type { Scene } from '../scene.ts';
import { person } from '../scene.ts';
import type { GoodRequests } from './request.ts';

/** A due that the scene's owner has paid, for an entry of the journal. */
async function payDue({ server, owner }: Pick<Scene, 'server' | 'owner'>): Promise<void> {
  const admin = await person(server, { admin: true });
  const due = { member: owner.id, label: 'Sign', amount: 60_00, reason: 'A lost sign' };
  const { _id } = await made(server, admin, 'POST /api/dues', due);
  const payments = [{ due: _id, on: '2026-01-05', method: 'Check 12' }];
  await made(server, admin, 'POST /api/dues/paid', { payments });
}

const query = '?from=2026-01-01&to=2026-12-31';

export const bookkeepingRequests = {
  'GET /api/bookkeeping/income': async () => ({ query }),
  'GET /api/bookkeeping/production': async () => ({ query }),
  'GET /api/bookkeeping/deductions': async () => ({ query }),
  'GET /api/bookkeeping/promise': async () => ({ query }),
  'GET /api/bookkeeping/sources': async () => ({ query: `${query}&figure=income` }),
  'GET /api/bookkeeping/export': async () => ({ query: `${query}&report=income` }),
  'GET /api/bookkeeping/journal': async () => ({ query }),
  'GET /api/bookkeeping/journal/accounts': async () => ({}),
  'PUT /api/bookkeeping/journal/accounts': async () => ({ body: { bank: 'Checking' } }),
  'POST /api/bookkeeping/journal': async (scene) => {
    await payDue(scene);
    return { body: { from: '2026-01-01', to: '2026-12-31' } };
  },
  'GET /api/bookkeeping/journal/:number': async (scene) => {
    await payDue(scene);
    const admin = await person(scene.server, { admin: true });
    const range = { from: '2026-01-01', to: '2026-12-31' };
    const { number } = await made(scene.server, admin, 'POST /api/bookkeeping/journal', range);
    return { params: { number: String(number) } };
  },
} satisfies Partial<GoodRequests>;
