import { newId } from '../src/server/platform/db/ids.ts';
import type { ApiContract } from '../src/shared/api.contract.ts';
import type { StaffChapter } from '../src/shared/handbook.contract.ts';
import { articleBody, pageBody, siteBody, testPassword } from './factories.ts';
import { plainImage, plainPdf } from './images.ts';
import { contactRequest, enteredRequest, legalHold, newUser, profileBody, type Scene } from './scene.ts';
import {
  authenticatorFor,
  challengeFor,
  codeOf,
  givePasskey,
  giveTotp,
  insertPasskey,
} from './second-factor.ts';

export interface GoodRequest {
  params?: object;
  /** With its question mark. */
  query?: string;
  body?: unknown;
  /** A file to send instead of a JSON body. */
  upload?: Uint8Array<ArrayBuffer>;
}

/** Low, as a cover is made 1440 pixels wide, and encoding that takes half a second. */
const picture = plainImage(200, 2)
  .jpeg()
  .toBuffer()
  .then((bytes) => new Uint8Array(bytes));
const experienceBody = { title: 'Agent', company: 'Homequest' };
const reportBody = { reason: 'rude' };
const leadSettingsBody = { replies: false, alertHours: 4, opensAt: 9, closesAt: 17 };
const mailWordsBody = { subject: 'Welcome, {name}', text: 'Come in.\n\n{link}', button: 'Enter' };
async function siteVersion(scene: Scene): Promise<{ number: string }> {
  await scene.byAdmin('PUT /api/site/settings', siteBody());
  return { number: '1' };
}

const templateBody = { name: 'First answer', subject: 'Hello {firstName}', text: 'When may we call?' };
const removalBody = { reason: 'It names a client.' };
const educationBody = { school: 'City College', degree: 'Certificate' };

/** A good request for every call on a real object of the scene's owner, so that only the caller decides the result. */
export const goodRequests: Record<keyof ApiContract, (scene: Scene) => Promise<GoodRequest>> = {
  'POST /api/auth': async ({ caller, owner }) => ({
    body: { email: (caller ?? owner).email, password: testPassword },
  }),
  'POST /api/auth/second-factor': async ({ server, owner }) => {
    const { secret } = await giveTotp(server, owner.id);
    const body = { email: owner.email, password: testPassword };
    const { ticket } = (await server.call('POST /api/auth', { body })).body.secondFactor;
    return { body: { ticket, code: codeOf(secret) } };
  },
  'POST /api/auth/passkey/options': async () => ({}),
  'POST /api/auth/passkey': async ({ server, owner }) => {
    const authenticator = await givePasskey(server, owner.token);
    return { body: { passkey: authenticator.prove(await challengeFor(server)) } };
  },
  'POST /api/auth/confirm': async () => ({ body: { password: testPassword } }),
  'GET /api/auth': async () => ({}),
  'DELETE /api/auth': async () => ({}),
  'POST /api/auth/change-password': async () => ({ body: { password: 'walnut tea kettle' } }),
  'POST /api/auth/reset-password': async ({ owner }) => ({ body: { email: owner.email } }),
  'POST /api/auth/password-link': async (scene) => ({ body: { token: await scene.linkToken() } }),
  'POST /api/auth/set-password': async (scene) => ({
    body: { token: await scene.linkToken(), password: 'walnut tea kettle' },
  }),
  // Users exist, so a set-up link is rejected.
  'POST /api/auth/setup': async () => ({
    body: { token: 'x', name: 'Ann', email: 'ann@example.com', password: 'walnut tea kettle' },
  }),
  'GET /api/auth/factors': async () => ({}),
  'POST /api/auth/totp': async () => ({}),
  'PUT /api/auth/totp': async ({ server, caller }) => {
    const { body } = await server.call('POST /api/auth/totp', { token: caller?.token });
    return { body: { code: body.secret ? codeOf(body.secret) : '123456' } };
  },
  'DELETE /api/auth/totp': async ({ server, caller }) => {
    if (caller) await giveTotp(server, caller.id);
    return {};
  },
  'GET /api/auth/passkeys': async () => ({}),
  'POST /api/auth/passkeys/options': async () => ({}),
  'POST /api/auth/passkeys': async ({ server, caller }) => {
    const { body } = await server.call('POST /api/auth/passkeys/options', { token: caller?.token });
    return { body: { name: 'Phone', response: authenticatorFor(server).create(body.challenge ?? 'none') } };
  },
  'PATCH /api/auth/passkeys/:id': async ({ server, owner }) => ({
    params: { id: await insertPasskey(server, owner.id) },
    body: { name: 'Old phone' },
  }),
  'DELETE /api/auth/passkeys/:id': async ({ server, owner }) => ({
    params: { id: await insertPasskey(server, owner.id) },
  }),
  'POST /api/auth/recovery-codes': async ({ server, caller }) => {
    if (caller) await giveTotp(server, caller.id);
    return {};
  },
  'GET /api/auth/sessions': async () => ({}),
  'DELETE /api/auth/sessions': async () => ({}),
  'DELETE /api/auth/sessions/:id': async (scene) => ({
    params: { id: (await scene.byOwner('GET /api/auth/sessions')).at(0)._id },
  }),
  'GET /api/auth/devices': async () => ({}),
  'DELETE /api/auth/devices/:id': async (scene) => {
    await scene.byOwner('POST /api/auth', {
      email: scene.owner.email,
      password: testPassword,
      device: '',
    });
    return { params: { id: (await scene.byOwner('GET /api/auth/devices')).at(0)._id } };
  },

  'GET /api/articles': async () => ({}),
  'GET /api/articles/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'GET /api/articles/slug/:slug': async (scene) => ({ params: { slug: (await scene.article()).slug } }),
  'GET /api/articles/all': async () => ({}),
  'GET /api/articles/all/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'POST /api/articles': async () => ({ body: articleBody() }),
  'POST /api/articles/preview': async () => ({ body: { text: '**bold**' } }),
  'PATCH /api/articles/:id': async (scene) => ({
    params: { id: (await scene.article())._id },
    body: { title: 'Another title' },
  }),
  'DELETE /api/articles/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'POST /api/articles/page-preview': async () => ({ body: articleBody() }),
  'GET /api/articles/working-copy/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'PUT /api/articles/working-copy/:id': async (scene) => ({
    params: { id: (await scene.article())._id },
    body: { text: 'Not published yet.' },
  }),
  'DELETE /api/articles/working-copy/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'GET /api/articles/versions/:id': async (scene) => ({ params: await scene.articleVersion() }),
  'GET /api/articles/versions/:id/:version': async (scene) => ({ params: await scene.articleVersion() }),
  'POST /api/articles/versions/:id/:version/restore': async (scene) => ({
    params: await scene.articleVersion(),
  }),

  'GET /api/testimonials': async () => ({}),
  'GET /api/testimonials/:id': async (scene) => ({ params: { id: await scene.testimonial() } }),
  'POST /api/testimonials': async () => ({ body: { name: 'Dana', testimonial: 'Paid the next day.' } }),
  'PATCH /api/testimonials/:id': async (scene) => ({
    params: { id: await scene.testimonial() },
    body: { name: 'Dana D.' },
  }),
  'PUT /api/testimonials/order': async (scene) => ({ body: { ids: [await scene.testimonial()] } }),
  'DELETE /api/testimonials/:id': async (scene) => ({ params: { id: await scene.testimonial() } }),
  'POST /api/testimonials/image': async () => ({ upload: await picture }),

  'POST /api/contact': async () => ({ body: contactRequest() }),
  'GET /api/leads': async () => ({}),
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
  'POST /api/leads/:id/merge': async (scene) => ({
    params: { id: await scene.lead() },
    body: { other: await scene.lead() },
  }),
  'POST /api/leads/:id/separate': async (scene) => {
    const id = await scene.lead();
    const other = await scene.lead();
    await scene.byAdmin(`POST /api/leads/${id}/merge`, { other });
    return { params: { id }, body: { other } };
  },
  'GET /api/site/settings': async () => ({}),
  'PUT /api/site/settings': async () => ({ body: siteBody() }),
  'POST /api/site/settings/preview': async () => ({ body: siteBody() }),
  'GET /api/site/settings/versions': async () => ({}),
  'GET /api/site/settings/versions/:number': async (scene) => ({ params: await siteVersion(scene) }),
  'POST /api/site/settings/versions/:number/restore': async (scene) => ({
    params: await siteVersion(scene),
  }),
  'POST /api/site/team/image': async () => ({ upload: await picture }),
  'POST /api/site/logo/image': async () => ({ upload: await picture }),
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
  'PUT /api/leads/digest': async () => ({ body: { wanted: false } }),

  'GET /api/search': async () => ({ query: '?q=ana' }),
  'GET /api/posts': async () => ({}),
  'GET /api/posts/events': async () => ({}),
  'GET /api/posts/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'POST /api/posts': async () => ({ body: { text: 'Open house' } }),
  'PATCH /api/posts/:id': async (scene) => ({ params: { id: await scene.post() }, body: { text: 'Closed' } }),
  'DELETE /api/posts/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'PUT /api/posts/pin/:id': async (scene) => ({ params: { id: await scene.post() } }),
  'DELETE /api/posts/pin/:id': async (scene) => ({ params: { id: await scene.post() } }),
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
  'PUT /api/notifications/read': async () => ({ body: { until: '2026-01-31T18:00:00.000Z' } }),
  'GET /api/mentions': async () => ({}),

  'GET /api/profile': async () => ({}),
  'GET /api/profile/me': async (scene) => {
    await scene.withProfiles();
    return {};
  },
  'GET /api/profile/user/:id': async (scene) => {
    await scene.withProfiles();
    return { params: scene.owner };
  },
  'GET /api/profile/github/:username': async () => ({ params: { username: 'ana' } }),
  'POST /api/profile': async () => ({ body: profileBody }),
  'PUT /api/profile/experience': async (scene) => {
    await scene.withProfiles();
    return { body: experienceBody };
  },
  'DELETE /api/profile/experience/:id': async (scene) => {
    await scene.withProfiles();
    const { experience } = await scene.byOwner('PUT /api/profile/experience', experienceBody);
    return { params: { id: experience.at(0)._id } };
  },
  'PUT /api/profile/education': async (scene) => {
    await scene.withProfiles();
    return { body: educationBody };
  },
  'DELETE /api/profile/education/:id': async (scene) => {
    await scene.withProfiles();
    const { education } = await scene.byOwner('PUT /api/profile/education', educationBody);
    return { params: { id: education.at(0)._id } };
  },
  'POST /api/articles/image': async () => ({ upload: await picture }),
  'POST /api/profile/image': async () => ({ upload: await picture }),
  'DELETE /api/profile': async () => ({}),

  'GET /api/users': async () => ({}),
  'GET /api/users/export': async () => ({}),
  'POST /api/users/bulk/preview': async () => ({ body: { csv: 'Name,Email\nNora New,nora@example.com' } }),
  'POST /api/users/bulk': async () => ({ body: { csv: 'Name,Email\nNora New,nora@example.com' } }),
  'GET /api/users/bulk': async () => ({}),
  'GET /api/users/bulk/:id': async (scene) => ({ params: { id: await scene.bulkInvitation() } }),
  'POST /api/users/bulk/:id/stop': async (scene) => ({ params: { id: await scene.bulkInvitation() } }),
  'GET /api/users/bulk/:id/failed': async (scene) => ({ params: { id: await scene.bulkInvitation() } }),
  'GET /api/users/storage': async () => ({}),
  'GET /api/users/:id': async ({ owner }) => ({ params: owner }),
  'POST /api/users': async () => ({ body: newUser() }),
  'PUT /api/users/:id': async ({ owner }) => ({ params: owner, body: newUser() }),
  'DELETE /api/users/:id': async ({ owner }) => ({ params: owner }),
  'DELETE /api/users/sessions': async () => ({}),
  'DELETE /api/users/:id/sessions': async ({ owner }) => ({ params: owner }),
  'DELETE /api/users/:id/factors': async ({ server, owner }) => {
    await giveTotp(server, owner.id);
    return { params: owner, body: { proof: 'Came to the office with an identity card' } };
  },
  'POST /api/users/:id/suspend': async ({ owner }) => ({ params: owner }),
  'POST /api/users/:id/reactivate': async ({ owner }) => ({ params: owner }),
  'POST /api/users/:id/invitation': async (scene) => ({ params: { id: await scene.invitedUser() } }),
  'DELETE /api/users/:id/invitation': async (scene) => ({ params: { id: await scene.invitedUser() } }),
  'GET /api/licenses': async () => ({}),
  'GET /api/licenses/me': async () => ({}),
  'PUT /api/licenses/me': async () => ({ body: { number: '01234567', expires: '2030-01-31' } }),
  'PUT /api/licenses/:id': async ({ owner }) => ({
    params: owner,
    body: { number: '01234567', expires: null, verified: true },
  }),
  'GET /api/onboarding': async () => ({}),
  'GET /api/onboarding/me': async () => ({}),
  'GET /api/onboarding/members/:id': async ({ owner }) => ({ params: owner }),
  'PUT /api/onboarding/steps/:id': async (scene) => ({
    params: { id: await scene.step() },
    body: { done: true },
  }),
  'GET /api/onboarding/templates/:plan': async () => ({ params: { plan: 'on' } }),
  'PUT /api/onboarding/templates/:plan': async () => ({
    params: { plan: 'on' },
    body: { steps: [{ title: 'Transfer', who: 'member', dueDays: 3 }] },
  }),
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
    return { params: { id }, body: pageBody({ slug, text: 'Another.' }) };
  },
  'POST /api/handbook/pages/:id/files': async (scene) => ({
    params: { id: (await scene.page())._id },
    query: '?name=Fees.pdf',
    upload: plainPdf(),
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
  'GET /api/security-log': async () => ({}),
  'GET /api/auth/security-log': async () => ({}),
  'GET /api/privacy-requests': async () => ({}),
  'POST /api/privacy-requests': async () => ({ body: { kind: 'know' } }),
  'POST /api/privacy-requests/entered': async () => ({ body: enteredRequest() }),
  'GET /api/privacy-requests/:id': async (scene) => ({ params: { id: await scene.privacyRequest() } }),
  'PATCH /api/privacy-requests/:id': async (scene) => ({
    params: { id: await scene.privacyRequest() },
    body: { acknowledged: true },
  }),
  'GET /api/exports': async () => ({}),
  'POST /api/exports': async () => ({}),
  'POST /api/exports/person': async () => ({ body: { email: newUser().email } }),
  'GET /api/exports/:id/file': async (scene) => ({ params: { id: await scene.dataExport() } }),
  'POST /api/personal-data/preview': async ({ owner }) => ({ body: { email: owner.email } }),
  'POST /api/personal-data/erasure': async () => ({ body: { email: newUser().email } }),
  'GET /api/legal-holds': async () => ({}),
  'POST /api/legal-holds': async () => ({ body: legalHold() }),
  'DELETE /api/legal-holds/:id': async (scene) => ({ params: { id: await scene.legalHold() } }),
  'GET /api/webhooks': async () => ({}),
  'POST /api/webhooks': async (scene) => ({ body: await scene.newWebhook() }),
  'GET /api/webhooks/:id': async (scene) => ({ params: { id: await scene.webhook() } }),
  'PATCH /api/webhooks/:id': async (scene) => ({
    params: { id: await scene.webhook() },
    body: { enabled: false },
  }),
  'DELETE /api/webhooks/:id': async (scene) => ({ params: { id: await scene.webhook() } }),
  'POST /api/webhooks/:id/secret': async (scene) => ({ params: { id: await scene.webhook() } }),
  'POST /api/webhooks/:id/test': async (scene) => ({ params: { id: await scene.webhook() } }),
  'GET /api/webhooks/:id/deliveries': async (scene) => ({ params: { id: await scene.webhook() } }),
  'POST /api/webhooks/:id/deliveries/:delivery/replay': async (scene) => ({
    params: await scene.delivery(),
  }),
  'GET /api/api-tokens': async () => ({}),
  'POST /api/api-tokens': async (scene) => ({ body: await scene.newApiToken() }),
  'DELETE /api/api-tokens/:id': async (scene) => ({ params: { id: await scene.apiToken() } }),
  'GET /api/audit': async () => ({}),
  'GET /api/audit/actors': async () => ({}),
  'GET /api/insights': async () => ({}),
  'POST /api/visits/:event': async () => ({ params: { event: 'form' } }),
  'GET /api/sample': async () => ({}),
  'DELETE /api/sample': async () => ({}),
  'GET /api/system': async () => ({}),
  'GET /api/system/backup': async () => ({}),
  'GET /api/outbox': async () => ({}),
  'GET /api/outbox/summary': async () => ({}),
  'GET /api/outbox/:id': async (scene) => ({ params: { id: await scene.mail() } }),
  'GET /api/outbox/:id/invitation': async (scene) => ({ params: { id: await scene.invitation() } }),
  'POST /api/outbox/:id/retry': async (scene) => ({ params: { id: await scene.mail() } }),
  'GET /api/mail-texts': async () => ({}),
  'GET /api/mail-texts/:kind': async () => ({ params: { kind: 'invitation' } }),
  'PUT /api/mail-texts/:kind': async () => ({ params: { kind: 'invitation' }, body: mailWordsBody }),
  'DELETE /api/mail-texts/:kind': async () => ({ params: { kind: 'invitation' } }),
  'POST /api/mail-texts/:kind/preview': async () => ({
    params: { kind: 'invitation' },
    body: mailWordsBody,
  }),
  'POST /api/mail-texts/:kind/test': async () => ({ params: { kind: 'invitation' }, body: mailWordsBody }),
};

/** Whether a call is rejected when it is about oneself: reporting a text, and resetting second factors. */
export const isAboutOthers = (key: string): boolean =>
  key.endsWith('/report') || key === 'POST /api/posts/report/:id' || key === 'DELETE /api/users/:id/factors';
