import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../../../../test/authenticator.ts';
import { closingBody, closingSettingsBody, importedClosing } from '../../../../test/closings.ts';
import {
  articleBody,
  feeBody,
  makeToken,
  makeUser,
  pageBody,
  siteBody,
  startFigures,
} from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import {
  apiTokenFields,
  certificateBody,
  enteredRequest,
  policyBody,
  webhookFields,
} from '../../../../test/scene.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { apiCalls } from '../../../shared/api.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { openSession } from '../../features/auth/sessions/sessions.service.ts';
import { uploads } from '../../features/docs/special-calls.ts';
import { standardSettings } from '../../features/member-files/settings.ts';
import { fromNow } from '../db/ids.ts';
import { addHits, limits } from './rate-limits.ts';

const withoutLimit = [
  'POST /api/articles/preview',
  'POST /api/articles/page-preview',
  // Signing out, ending a session and leaving must always work; each happens once.
  'DELETE /api/auth',
  'DELETE /api/auth/devices/:id',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'DELETE /api/profile',
  // Writes only the time of reading.
  'PUT /api/notifications/read',
];

const calls: [string, Call][] = Object.entries(apiCalls);

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'on' });
});
afterAll(() => server.stop());

async function makeMember(given: object = {}) {
  const user = await makeUser(server.db, given);
  const open = () => openSession(server.db, user.id, { userAgent: 'test', address: '127.0.0.1' });
  return { id: user.id, tokens: [await open(), await open()] as const };
}

it('every call of members that changes something has a limit', () => {
  const without = calls
    .filter(([key, { access, limit }]) => !key.startsWith('GET') && access !== 'visitor' && !limit)
    .map(([key]) => key);
  expect(without.toSorted()).toEqual(withoutLimit.toSorted());
});

describe.each(calls.filter(([, { limit }]) => limit))('the limit of %s', (key, { limit: name }) => {
  it('counts for the user, and signing in again does not renew it', async () => {
    if (!name) throw new Error('no limit');
    const { id, tokens } = await makeMember({ admin: true });
    await addHits(server.db, `${name}:${id}`, limits[name].limit, fromNow(60_000));
    for (const token of tokens) {
      const answer = await validCall(key, token);
      expect({ key, status: answer.status }).toEqual({ key, status: 429 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = await makeToken(server.db, { admin: true });
    expect((await validCall(key, other)).status).not.toBe(429);
  });
});

describe('the general limit', () => {
  it('counts for the user, and signing in again does not renew it', async () => {
    const { tokens } = await makeMember();
    const statuses: number[] = [];
    for (let n = 0; n < limits.api.limit; n += 50) {
      const many = Array.from({ length: 50 }, (_, at) =>
        server.call('GET /api/auth', { token: tokens[at % 2] }),
      );
      for (const { status } of await Promise.all(many)) statuses.push(status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(limits.api.limit);
    for (const token of tokens) expect((await server.call('GET /api/auth', { token })).status).toBe(429);
  });
});

describe('careful work is not rejected', () => {
  it('50 quick edits of an article, and of a post', async () => {
    const token = await makeToken(server.db);
    const article = (await server.call('POST /api/articles', { token, body: articleBody() })).body;
    const post = (await server.call('POST /api/posts', { token, body: { text: 'A beginning' } })).body;
    for (let n = 0; n < 50; n++) {
      const edits = [
        await server.call(`PATCH /api/articles/${article._id}`, { token, body: { text: `Text ${n}` } }),
        await server.call(`PATCH /api/posts/${post._id}`, { token, body: { text: `Text ${n}` } }),
      ];
      expect(edits.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});

it('previews of fees, which are made while one types, leave publishing them its own limit', async () => {
  const { id, tokens } = await makeMember({ admin: true });
  const [token] = tokens;
  const figures = { ...startFigures, sale: 481_00 };
  const preview = async () =>
    (await server.call('POST /api/fees/preview', { token, body: { figures } })).status;
  const { limit } = limits.site;
  await addHits(server.db, `site:${id}`, limit - 1, fromNow(60_000));
  expect([await preview(), await preview()]).toEqual([200, 200]);
  const { status } = await server.call('POST /api/fees/versions', { token, body: feeBody({ figures }) });
  expect(status).toBe(200);
});

describe('searches', () => {
  const status = async (path: string, token: string) => (await server.call(`GET ${path}`, { token })).status;

  it.each(['/api/posts', '/api/profile', '/api/leads', '/api/leads/export', '/api/articles/all'])(
    'of %s are limited for each person, the list is not',
    async (path) => {
      const { id, tokens } = await makeMember({ admin: true });
      expect(await status(`${path}?search=escrow`, tokens[0])).toBe(200);
      await addHits(server.db, `search:${id}`, limits.search.limit, fromNow(60_000));
      expect(await status(`${path}?search=escrow`, tokens[1])).toBe(429);
      expect(await status(path, tokens[0])).toBe(200);
    },
  );

  it.each(['/api/users', '/api/mentions'])('of %s, which run while one types, are not', async (path) => {
    const { id, tokens } = await makeMember({ admin: true });
    await addHits(server.db, `search:${id}`, limits.search.limit, fromNow(60_000));
    expect(await status(`${path}?search=escrow`, tokens[0])).toBe(200);
  });
});

describe('uploads', () => {
  it('are limited by their bytes, too', async () => {
    const { id, tokens } = await makeMember();
    const image = new Uint8Array(await plainImage().jpeg().toBuffer());
    const { limit } = limits.uploadBytes;
    await addHits(server.db, `uploadBytes:${id}`, limit - image.length, fromNow(60_000));
    expect((await upload(server, tokens[0], image)).status).toBe(200);
    expect((await upload(server, tokens[1], image)).status).toBe(429);
  });
});

function validCall(key: string, token: string): Promise<Answer> {
  const [, path = ''] = key
    .replace(':plan', 'on')
    .replace(':kind', 'reset')
    .replace(':number', '1')
    .replace(':year', '2026')
    .replaceAll(/:\w+/g, '01890000-0000-7000-8000-000000000000')
    .split(' ');
  if (uploads.has(key)) return upload(server, token, 'no image', { path, field: uploads.get(key) ?? '' });
  const body = bodies[key] ?? (key.startsWith('GET') || key.startsWith('DELETE') ? undefined : {});
  return server.call(`${key.split(' ')[0]} ${path}`, { token, body });
}

const someId = '01890000-0000-7000-8000-000000000000';
const mailWords = { subject: 'Welcome', text: '{link}', button: 'Enter' };
const bodies: Record<string, object> = {
  'POST /api/articles': articleBody(),
  'POST /api/auth/change-password': { password: 'walnut tea kettle wind' },
  'PUT /api/auth/totp': { code: '123456' },
  'POST /api/auth/passkeys': { name: 'Phone', response: new Authenticator().create('none') },
  'PATCH /api/auth/passkeys/:id': { name: 'Phone' },
  'DELETE /api/users/:id/factors': { proof: 'Came to the office' },
  'POST /api/users/bulk': { csv: 'Ann,ann@example.com' },
  'POST /api/users/bulk/preview': { csv: 'Ann,ann@example.com' },
  'PUT /api/licenses/me': { number: '', expires: null },
  'PUT /api/licenses/:id': { number: '', expires: null, verified: false },
  'POST /api/handbook/pages/:id/acknowledge': { edition: 1 },
  'POST /api/handbook/pages': { title: 'a', chapter: '01890000-0000-7000-8000-000000000000' },
  'PUT /api/handbook/pages/:id': pageBody(),
  'PUT /api/handbook/contents': { chapters: [] },
  'PUT /api/agreements/text': { text: 'For {member}' },
  'POST /api/agreements/text/preview': { text: 'For {member}' },
  'PUT /api/agreements/settings': { remindFirst: 3, remindSecond: 10, keepYears: 3, signers: [] },
  'POST /api/agreements/mine/sign': { sha256: '0'.repeat(64), name: 'Ann', agree: true, consent: true },
  'POST /api/agreements/asks': { who: 'all', due: '2999-12-31' },
  'POST /api/agreements/verify': { sha256: '0'.repeat(64) },
  'POST /api/agreements/:id/countersign': { sha256: '0'.repeat(64) },
  'POST /api/agreements/:id/end': { on: '2026-01-31', reason: 'Left' },
  'POST /api/joining/members/:id/checks': { kind: 'w9', ticked: true, day: '2026-01-31' },
  'PUT /api/joining/leads/:id/terms': { terms: null },
  'POST /api/joining/applications/:id/license-check': { finding: 'differs' },
  'POST /api/joining/applications/:id/question': { text: 'Since when?' },
  'POST /api/joining/applications/:id/decline': { reason: 'Another license' },
  'POST /api/joining/applications/:id/countersign': { sha256: '0'.repeat(64) },
  'PUT /api/compliance/settings': standardSettings,
  'POST /api/compliance/brokerage': policyBody,
  'POST /api/compliance/members/:id/entries': policyBody,
  'POST /api/compliance/members/:id/leaving': { on: '2026-01-02', reason: 'a' },
  'POST /api/compliance/members/:id/check': { asExpected: true },
  'POST /api/compliance/entries/:id/done': { on: '2026-01-02' },
  'POST /api/compliance/entries/:id/decide': { accepted: true },
  'POST /api/compliance/entries/:id/withdraw': { reason: 'a' },
  'POST /api/education/certificates': certificateBody,
  'POST /api/education/documents': { what: 'w9' },
  'PUT /api/my-closings/draft': { form: '{}' },
  'POST /api/my-closings': closingBody(),
  'PUT /api/my-closings/:id': closingBody(),
  'POST /api/my-closings/:id/ask': { text: 'Another escrow' },
  'PUT /api/closings/settings': closingSettingsBody(),
  'POST /api/closings/import': { csv: importedClosing('ann@example.com') },
  'PUT /api/closings/:id': closingBody(),
  'POST /api/closings/:id/ask': { text: 'Which escrow?' },
  'POST /api/closings/:id/approve': { version: 1, signature: 'Ann', sha256: '0'.repeat(64) },
  'POST /api/closings/:id/withdraw': { reason: 'The price fell' },
  'POST /api/closings/:id/emails': { number: 1, to: 'ann@example.com' },
  'POST /api/closings/:id/steps': { step: 'closed' },
  'PUT /api/closings/:id/package': { ticked: [] },
  'POST /api/closings/:id/paid': { version: 1, on: '2026-01-31', method: 'Check 1042' },
  'POST /api/closings/:id/corrections': { version: 1, on: '2026-01-31', reason: 'A typing error' },
  'POST /api/closings/:id/fell-through': { reason: 'The seller withdrew' },
  'POST /api/closings/:id/link': { closing: someId },
  'PUT /api/dues/settings': { rule: 'once', days: 14 },
  'POST /api/dues': { member: someId, label: 'Sign', amount: 60_00, reason: 'Lost' },
  'POST /api/dues/paid': { payments: [{ due: someId, on: '2026-01-31', method: 'Check 1042' }] },
  'POST /api/dues/:id/waive': { reason: 'As agreed' },
  'POST /api/dues/:id/void': { reason: 'A mistake' },
  'POST /api/dues/:id/take-back': { reason: 'It bounced' },
  'PUT /api/payees/:year/threshold': { amount: 2_050_00, source: 'Notice of the IRS' },
  'PUT /api/onboarding/steps/:id': { done: true },
  'PUT /api/onboarding/templates/:plan': { steps: [] },
  'POST /api/posts': { text: 'Hello' },
  'PATCH /api/posts/:id': { text: 'Hello' },
  'POST /api/posts/comment/:id': { text: 'Hello' },
  'POST /api/posts/report/:id': { reason: 'spam' },
  'POST /api/posts/comment/:postId/:commentId/report': { reason: 'spam' },
  'POST /api/moderation/posts/:id/remove': { reason: 'spam' },
  'POST /api/moderation/comments/:id/remove': { reason: 'spam' },
  'POST /api/testimonials': { name: 'Ann', testimonial: 'Good.' },
  'PUT /api/testimonials/order': { ids: [] },
  'POST /api/profile': { status: 'Student or Learning', skills: 'Listings' },
  'PUT /api/profile/experience': { title: 'Agent', company: 'Us', from: '2019-02-01' },
  'PUT /api/profile/education': { school: 'S', degree: 'D', fieldofstudy: 'F', from: '2019-02-01' },
  'POST /api/leads/:id/notes': { text: 'Called' },
  'POST /api/leads': { firstName: 'Ana', lastName: 'Ortiz', email: 'ana@example.com' },
  'POST /api/leads/import': { csv: 'Name,Email\nAna Ortiz,ana@example.com' },
  'PATCH /api/leads/:id': { status: 'contacted' },
  'POST /api/leads/bulk': { ids: [someId], changes: { status: 'contacted' } },
  'POST /api/leads/:id/contacts': { kind: 'call' },
  'POST /api/leads/:id/link': { other: someId },
  'POST /api/leads/:id/unlink': { other: someId },
  'PUT /api/leads/settings': {
    replies: false,
    alertHours: 4,
    opensAt: 9,
    closesAt: 17,
  },
  'POST /api/fees/versions': feeBody(),
  'POST /api/fees/preview': { figures: startFigures },
  'POST /api/fees/preview/pdf': { figures: startFigures },
  'PUT /api/site/settings': siteBody(),
  'POST /api/submissions/:id/publish': { version: 1, targetVersion: 0 },
  'POST /api/submissions/:id/send-back': { version: 1, word: 'Please name the year.' },
  'POST /api/submissions/:id/answer': { version: 1, yes: true },
  'PUT /api/site/publishing': { articles: 'members', testimonials: 'members' },
  'POST /api/site/settings/preview': siteBody(),
  'POST /api/leads/templates': { name: 'First answer', subject: 'Hello', text: 'When may we call?' },
  'PUT /api/leads/templates/:id': { name: 'First answer', subject: 'Hello', text: 'When may we call?' },
  'POST /api/leads/views': { name: 'Mine', query: '' },
  'PUT /api/leads/digest': { wanted: false },
  'PUT /api/notifications/emails': { area: 'recruiting', wanted: false },
  'PUT /api/mail-texts/:kind': mailWords,
  'POST /api/mail-texts/:kind/preview': mailWords,
  'POST /api/mail-texts/:kind/test': mailWords,
  'POST /api/privacy-requests': { kind: 'know' },
  'POST /api/privacy-requests/entered': enteredRequest(),
  'PATCH /api/privacy-requests/:id': { acknowledged: true },
  'POST /api/legal-holds': { email: 'ann@example.com', reason: 'A claim', reviewOn: '2027-01-31' },
  'POST /api/exports/person': { email: 'ann@example.com' },
  'POST /api/personal-data/preview': { email: 'ann@example.com' },
  'POST /api/personal-data/erasure': { email: `${someId}@example.com` },
  'POST /api/api-tokens': apiTokenFields,
  'POST /api/webhooks': webhookFields,
  'PATCH /api/webhooks/:id': { enabled: false },
  'POST /api/users': { name: 'Ann', email: `${someId}@example.com` },
  'PUT /api/users/:id': { name: 'Ann', email: 'ann@example.com' },
};
