import { newId } from '../../src/server/platform/db/ids.ts';
import { contactRequest } from '../scene.ts';
import type { GoodRequests } from './request.ts';

const leadSettingsBody = { replies: false, alertHours: 4, opensAt: 9, closesAt: 17 };
const templateBody = { name: 'First answer', subject: 'Hello {firstName}', text: 'When may we call?' };

/** As the office adds it by hand. */
const writtenLead = () => ({
  firstName: 'Ana',
  lastName: 'Ortiz',
  email: `ana-${newId()}@example.com`,
  note: 'Met at an open house',
  take: true,
});

export const leadRequests = {
  'POST /api/contact': async () => ({ body: contactRequest() }),
  'GET /api/leads': async () => ({}),
  'POST /api/leads': async () => ({ body: writtenLead() }),
  'POST /api/leads/import': async () => ({
    body: { csv: `Name,Email\nAna Ortiz,${writtenLead().email}`, apply: true },
  }),
  'GET /api/leads/new-count': async () => ({}),
  'GET /api/leads/overflow': async () => ({}),
  'GET /api/leads/export': async () => ({}),
  'GET /api/leads/:id': async (scene) => ({ params: { id: await scene.lead() } }),
  'PATCH /api/leads/:id': async (scene) => ({
    params: { id: await scene.lead() },
    body: { status: 'contacted' },
  }),
  'DELETE /api/leads/:id': async (scene) => ({ params: { id: await scene.lead() } }),
  'GET /api/leads/:id/notes': async (scene) => ({ params: { id: await scene.lead() } }),
  'POST /api/leads/:id/notes': async (scene) => ({
    params: { id: await scene.lead() },
    body: { text: 'Called back' },
  }),
  'GET /api/referrals': async () => ({}),
  'GET /api/leads/stages': async () => ({}),
  'GET /api/leads/today': async () => ({}),
  'GET /api/leads/owners': async () => ({}),
  'POST /api/leads/bulk': async (scene) => ({
    body: { ids: [await scene.lead()], changes: { status: 'contacted' } },
  }),
  'POST /api/leads/bulk/:id/undo': async (scene) => ({ params: { id: await scene.leadsChange() } }),
  'POST /api/leads/:id/contacts': async (scene) => ({
    params: { id: await scene.lead() },
    body: { kind: 'call' },
  }),
  'GET /api/leads/:id/events': async (scene) => ({ params: { id: await scene.lead() } }),
  'GET /api/leads/:id/requests': async (scene) => ({ params: { id: await scene.lead() } }),
  'GET /api/leads/:id/same-phone': async (scene) => ({ params: { id: await scene.lead() } }),
  'GET /api/leads/:id/linked': async (scene) => ({ params: { id: await scene.lead() } }),
  'POST /api/leads/:id/link': async (scene) => ({
    params: { id: await scene.lead() },
    body: { other: await scene.lead() },
  }),
  'POST /api/leads/:id/unlink': async (scene) => {
    const id = await scene.lead();
    const other = await scene.lead();
    await scene.byAdmin(`POST /api/leads/${id}/link`, { other });
    return { params: { id }, body: { other } };
  },
  'GET /api/leads/settings': async () => ({}),
  'PUT /api/leads/settings': async () => ({ body: leadSettingsBody }),
  'GET /api/leads/templates': async () => ({}),
  'POST /api/leads/templates': async () => ({ body: templateBody }),
  'PUT /api/leads/templates/:id': async (scene) => ({
    params: { id: (await scene.byAdmin('POST /api/leads/templates', templateBody))._id },
    body: templateBody,
  }),
  'DELETE /api/leads/templates/:id': async (scene) => ({
    params: { id: (await scene.byAdmin('POST /api/leads/templates', templateBody))._id },
  }),
  'GET /api/leads/views': async () => ({}),
  'POST /api/leads/views': async () => ({ body: { name: 'Mine', query: 'status=new' } }),
  // Another's would be missing.
  'DELETE /api/leads/views/:id': async ({ server, caller }) => {
    const body = { name: 'Mine', query: 'status=new' };
    const view = await server.call('POST /api/leads/views', { token: caller?.token, body });
    return { params: { id: view.body._id ?? newId() } };
  },
  'GET /api/leads/digest': async () => ({}),
  'GET /api/leads/signature': async () => ({}),
  'PUT /api/leads/digest': async () => ({ body: { wanted: false } }),
} satisfies Partial<GoodRequests>;
