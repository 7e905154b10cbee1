import type { StaffChapter } from '../../src/shared/handbook/handbook.contract.ts';
import { pageBody } from '../factories.ts';
import { plainPdf } from '../images.ts';
import { certificateBody, policyBody, seenBody } from '../scene.ts';
import { type GoodRequests, picture } from './request.ts';

/** The handbook, the file of each member, and education. */
/** Another one in each request. */
let checkDays = 100;

export const supervisionRequests = {
  'GET /api/handbook': async () => ({}),
  'GET /api/handbook/open': async () => ({}),
  'GET /api/handbook/search': async () => ({ query: '?q=license' }),
  'GET /api/handbook/slug/:slug': async (scene) => ({ params: { slug: (await scene.page()).slug } }),
  'POST /api/handbook/pages/:id/acknowledge': async (scene) => ({
    params: { id: (await scene.page())._id },
    body: { edition: 1 },
  }),
  'GET /api/handbook/all': async () => ({}),
  'GET /api/handbook/all/:id': async (scene) => ({ params: { id: (await scene.page())._id } }),
  'GET /api/handbook/members': async () => ({}),
  'POST /api/handbook/pages': async (scene) => ({
    body: { title: 'Trust funds', chapter: await scene.chapter() },
  }),
  'PUT /api/handbook/pages/:id': async (scene) => {
    const { _id: id, slug } = await scene.page();
    return { params: { id }, body: pageBody({ slug, text: 'Another.', audience: 'none' }) };
  },
  'POST /api/handbook/pages/:id/files': async (scene) => ({
    params: { id: (await scene.page())._id },
    query: '?name=Fees.pdf',
    upload: plainPdf(),
    field: 'file',
  }),
  'GET /api/handbook/files/:id': async (scene) => ({ params: { id: await scene.pageFile() } }),
  'DELETE /api/handbook/files/:id': async (scene) => ({ params: { id: await scene.pageFile() } }),
  'DELETE /api/handbook/pages/:id': async (scene) => ({ params: { id: (await scene.page())._id } }),
  'PUT /api/handbook/contents': async (scene) => {
    const chapters: StaffChapter[] = await scene.byAdmin('GET /api/handbook/all', undefined);
    return {
      body: {
        chapters: chapters.map((each) => ({ ...each, pages: each.pages.map(({ _id }) => _id) })),
      },
    };
  },
  'GET /api/handbook/acknowledgements': async () => ({}),
  'GET /api/handbook/acknowledgements/csv': async () => ({}),
  'GET /api/handbook/acknowledgements/:id': async ({ owner }) => ({ params: owner }),
  'GET /api/handbook/overdue': async () => ({}),
  'GET /api/compliance': async () => ({}),
  'GET /api/compliance/csv': async () => ({}),
  'GET /api/compliance/stopped': async () => ({}),
  'GET /api/compliance/settings': async () => ({}),
  'PUT /api/compliance/settings': async (scene) => ({
    body: { ...(await scene.byAdmin('GET /api/compliance/settings', undefined)), checkDays: ++checkDays },
  }),
  'GET /api/compliance/checks': async () => ({}),
  'GET /api/compliance/brokerage': async () => ({}),
  'POST /api/compliance/brokerage': async () => ({ body: policyBody }),
  'GET /api/compliance/members/:id': async ({ owner }) => ({ params: owner }),
  'GET /api/compliance/members/:id/folder': async ({ owner }) => ({ params: owner }),
  'POST /api/compliance/members/:id/entries': async ({ owner }) => ({ params: owner, body: policyBody }),
  'GET /api/compliance/members/:id/leaving': async ({ owner }) => ({ params: owner }),
  'POST /api/compliance/members/:id/leaving': async (scene) => ({
    params: { id: await scene.invitedUser() },
    body: { on: '2026-01-02', reason: 'Moves to Nevada' },
  }),
  'POST /api/compliance/members/:id/check': async (scene) => ({
    params: await scene.licensed(),
    body: seenBody(),
  }),
  'POST /api/compliance/entries/:id/done': async (scene) => ({
    params: { id: await scene.notice() },
    body: { on: '2026-01-02', confirmation: '4711' },
  }),
  'POST /api/compliance/entries/:id/decide': async (scene) => ({
    params: { id: await scene.certificate() },
    body: { accepted: true },
  }),
  'POST /api/compliance/entries/:id/withdraw': async (scene) => ({
    params: { id: await scene.notice() },
    body: { reason: 'Entered by mistake' },
  }),
  'POST /api/compliance/entries/:id/file': async (scene) => ({
    params: { id: await scene.notice() },
    upload: await picture,
    field: 'file',
  }),
  'GET /api/compliance/files/:id': async (scene) => ({ params: { id: await scene.certificateFile() } }),
  'GET /api/education': async () => ({}),
  'POST /api/education/certificates': async () => ({ body: certificateBody }),
  'POST /api/education/certificates/:id/file': async (scene) => ({
    params: { id: await scene.certificate() },
    upload: await picture,
    field: 'file',
  }),
  'DELETE /api/education/certificates/:id': async (scene) => ({ params: { id: await scene.certificate() } }),
  'POST /api/education/documents': async () => ({ body: { what: 'w9' } }),
  'POST /api/education/documents/:id/file': async (scene) => ({
    params: { id: await scene.document() },
    upload: await picture,
    field: 'file',
  }),
  'DELETE /api/education/documents/:id': async (scene) => ({ params: { id: await scene.document() } }),
  'POST /api/education/renewal': async (scene) => {
    for (const id of [scene.owner.id, scene.caller?.id]) if (id) await scene.licensed(id);
    return {};
  },
  'GET /api/education/files/:id': async (scene) => ({ params: { id: await scene.certificateFile() } }),
} satisfies Partial<GoodRequests>;
