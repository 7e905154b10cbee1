import { now } from '../../src/server/platform/db/ids.ts';
import { officeDay } from '../../src/shared/dates.ts';
import {
  approval,
  approver,
  closingBody,
  closingIn,
  closingSettingsBody,
  importedClosing,
  letterIn,
  letWork,
  nameApprover,
  payment,
  versionOf,
} from '../closings.ts';
import type { Scene } from '../scene.ts';
import type { GoodRequests } from './request.ts';

/** Only who may call is named; others are refused before. */
async function callerApproves({ server, caller }: Scene): Promise<void> {
  const user = await server.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', caller?.id ?? '')
    .where('suspended_at', 'is', null)
    .where((e) => e.or([e('admin', '=', true), e('coordinator', '=', true)]))
    .executeTakeFirst();
  if (user) await nameApprover(server, user.id);
}

let made = 0;

export const closingRequests = {
  'GET /api/my-closings': async () => ({}),
  'GET /api/my-closings/start': async () => ({}),
  'GET /api/my-closings/draft': async () => ({}),
  'PUT /api/my-closings/draft': async () => ({ body: { form: '{}' } }),
  'GET /api/my-closings/co-agents': async () => ({}),
  'GET /api/my-closing-years/:year': async () => ({ params: { year: '2026' } }),
  'GET /api/my-closing-years/:year/csv': async () => ({ params: { year: '2026' } }),
  'POST /api/my-closings': async () => ({ body: closingBody() }),
  'GET /api/my-closings/:id': async (scene) => ({ params: { id: await closingIn(scene, 'reported') } }),
  'GET /api/my-closings/:id/copy': async (scene) => ({ params: { id: await closingIn(scene, 'reported') } }),
  'PUT /api/my-closings/:id': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: closingBody(),
  }),
  'POST /api/my-closings/:id/ask': async (scene) => ({
    params: { id: await closingIn(scene, 'approved') },
    body: { text: 'The file has another number' },
  }),
  'GET /api/my-closings/:id/statement': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
  }),
  'GET /api/my-closings/:id/letters/:number': async (scene) => ({ params: await letterIn(scene) }),
  'GET /api/closings': async () => ({}),
  'GET /api/closings/export': async () => ({}),
  'GET /api/closings/new-count': async () => ({}),
  'GET /api/closings/work': async () => ({}),
  'GET /api/closings/insights': async () => ({}),
  'GET /api/closings/idle': async () => ({}),
  'GET /api/closings/settings': async () => ({}),
  'PUT /api/closings/settings': async () => ({ body: closingSettingsBody() }),
  'POST /api/closings/import': async ({ owner }) => ({
    body: { csv: importedClosing(owner.email, `M-${++made}`), apply: true },
  }),
  'GET /api/closings/:id': async (scene) => ({ params: { id: await closingIn(scene, 'reported') } }),
  'PUT /api/closings/:id': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: closingBody({ note: 'The keys are at the desk' }),
  }),
  'PUT /api/closings/:id/decisions': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: { deductions: [{ kind: 'annual', amount: 100_00, reason: 'Unpaid' }] },
  }),
  'POST /api/closings/:id/ask': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: { text: 'Which escrow?' },
  }),
  'POST /api/closings/:id/approve': async (scene) => {
    const id = await closingIn(scene, 'reported');
    await letWork(scene.server, scene.owner.id);
    await callerApproves(scene);
    return { params: { id }, body: await approval(scene.server, await approver(scene.server), id) };
  },
  'POST /api/closings/:id/withdraw': async (scene) => {
    const id = await closingIn(scene, 'approved');
    await callerApproves(scene);
    return { params: { id }, body: { reason: 'The price fell' } };
  },
  'GET /api/closings/:id/letters/:number': async (scene) => ({ params: await letterIn(scene) }),
  'GET /api/closings/:id/letters/:number/email': async (scene) => ({ params: await letterIn(scene) }),
  'POST /api/closings/:id/emails': async (scene) => {
    const { id, number } = await letterIn(scene);
    return { params: { id }, body: { number: Number(number), to: 'officer@escrow.example' } };
  },
  'POST /api/closings/:id/steps': async (scene) => ({
    params: { id: await closingIn(scene, 'approved') },
    body: { step: 'letter-sent' },
  }),
  'PUT /api/closings/:id/package': async (scene) => ({
    params: { id: await closingIn(scene, 'approved') },
    body: { ticked: [] },
  }),
  'POST /api/closings/:id/paid': async (scene) => {
    const id = await closingIn(scene, 'package-received');
    return { params: { id }, body: await payment(scene.server, await approver(scene.server), id) };
  },
  'POST /api/closings/:id/corrections': async (scene) => {
    const id = await closingIn(scene, 'paid');
    const version = await versionOf(scene.server, await approver(scene.server), id);
    const body = { version, on: officeDay(now()), reason: 'A credit was counted twice', kept: 100 };
    return { params: { id }, body };
  },
  'POST /api/closings/:id/fell-through': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: { reason: 'The buyer withdrew' },
  }),
  'POST /api/closings/:id/archive': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
  }),
  'POST /api/closings/:id/link': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: { closing: await closingIn(scene, 'reported') },
  }),
  'DELETE /api/closings/:id/link': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
  }),
} satisfies Partial<GoodRequests>;
