import { openSession } from '../src/server/features/auth/sessions/sessions.service.ts';
import { newId, now } from '../src/server/platform/db/ids.ts';
import type { ApiContract } from '../src/shared/api.contract.ts';
import { officeDay } from '../src/shared/dates.ts';
import type { StaffChapter } from '../src/shared/handbook.contract.ts';
import {
  closingBody,
  closingIn,
  closingSettingsBody,
  importedClosing,
  letterIn,
  letWork,
  nameApprover,
} from './closings.ts';
import { articleBody, pageBody, siteBody, testPassword } from './factories.ts';
import { plainImage, plainPdf } from './images.ts';
import {
  type Applicant,
  agreementWords,
  approvedLead,
  broker,
  invitedLead,
  read,
  readyToSend,
  signature,
  signedLead,
} from './joining.ts';
import {
  certificateBody,
  contactRequest,
  enteredRequest,
  legalHold,
  newUser,
  type Person,
  person,
  policyBody,
  profileBody,
  type Scene,
  seenBody,
} from './scene.ts';
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
  /** Of the upload. */
  field?: string;
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

async function applicant({ server }: Scene): Promise<Applicant> {
  const admin = await broker(server);
  return invitedLead(server, admin.token);
}

async function signedApplicant({ server }: Scene) {
  const admin = await broker(server);
  return signedLead(server, admin.token);
}

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

/** Only members who may call are signers; others are refused before. */
async function callerSigns({ server, caller }: Scene): Promise<void> {
  if (caller?.admin) await readyToSend(server, caller.id);
}

async function askedToSign({ server, owner, caller }: Scene, who = caller ?? owner): Promise<void> {
  await readyToSend(server, (await person(server, { admin: true })).id);
  const { number } = await server.db
    .selectFrom('agreement_versions')
    .select('number')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const asked = { version: number, due_on: '2999-12-31', asked_at: now(), agreement_id: null };
  await server.db
    .insertInto('agreement_asks')
    .values({
      ...asked,
      user_id: who.id,
      note: '',
      reminded_at: null,
      document_id: null,
      sha256: null,
      basis: null,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(asked))
    .execute();
  await server.db
    .insertInto('licenses')
    .values({
      ...{ user_id: who.id, number: '01234567', expires_on: null, verified_at: null, verified_by: null },
      ...{ reminded: null, updated_at: now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The hash of what was shown. */
async function reviewed(scene: Scene, who = scene.caller ?? scene.owner): Promise<string> {
  await askedToSign(scene, who);
  const token = await openSession(scene.server.db, who.id, { userAgent: 'test', address: '127.0.0.1' });
  const { body } = await scene.server.call('POST /api/agreements/mine/review', { token });
  return body.sha256;
}

async function signedAnew(scene: Scene, who: Person): Promise<string> {
  const sha256 = await reviewed(scene, who);
  const body = { sha256, name: who.name, agree: true, consent: true };
  const token = await openSession(scene.server.db, who.id, { userAgent: 'test', address: '127.0.0.1' });
  const own = await scene.server.call('POST /api/agreements/mine/sign', { token, body });
  return own.body.agreements[0]._id;
}

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
  'GET /api/leads/:id/same-phone': async (scene) => ({ params: { id: await scene.lead() } }),
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
  'POST /api/leads/:id/review': async (scene) => ({
    params: { id: await scene.lead() },
    body: { entry: null, aboutSeveral: false },
  }),
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
  'GET /api/agreements/text': async () => ({}),
  'PUT /api/agreements/text': async () => ({ body: { text: agreementWords } }),
  'POST /api/agreements/text/preview': async () => ({ body: { text: agreementWords } }),
  'GET /api/agreements/versions': async () => ({}),
  'POST /api/agreements/versions': async (scene) => {
    await scene.byAdmin('PUT /api/agreements/text', { text: `${agreementWords} ${newId()}` });
    return { body: {} };
  },
  'GET /api/agreements/versions/:id/text': async ({ server, owner }) => {
    await readyToSend(server, owner.id);
    const { id } = await server.db.selectFrom('agreement_versions').select('id').executeTakeFirstOrThrow();
    return { params: { id } };
  },
  'GET /api/agreements/settings': async () => ({}),
  'PUT /api/agreements/settings': async () => ({
    body: { remindFirst: 3, remindSecond: 10, keepYears: 3, signers: [] },
  }),
  'GET /api/agreements': async () => ({}),
  'GET /api/agreements/mine': async () => ({}),
  'POST /api/agreements/mine/review': async (scene) => {
    await askedToSign(scene);
    return {};
  },
  'GET /api/agreements/mine/review/pdf': async (scene) => {
    await reviewed(scene);
    return {};
  },
  'POST /api/agreements/mine/sign': async (scene) => ({
    body: {
      ...{ sha256: await reviewed(scene), name: (scene.caller ?? scene.owner).name },
      ...{ agree: true, consent: true },
    },
  }),
  'GET /api/agreements/mine/:id/pdf': async (scene) => ({
    params: { id: await signedAnew(scene, scene.owner) },
  }),
  'GET /api/agreements/asks': async () => ({}),
  'POST /api/agreements/asks': async ({ server, owner }) => {
    await readyToSend(server, owner.id);
    return { body: { who: 'all', due: '2999-12-31' } };
  },
  'POST /api/agreements/verify': async () => ({ body: { sha256: '0'.repeat(64) } }),
  'GET /api/agreements/:id': async (scene) => ({ params: { id: await signedAnew(scene, scene.owner) } }),
  'GET /api/agreements/:id/pdf': async (scene) => ({ params: { id: await signedAnew(scene, scene.owner) } }),
  'POST /api/agreements/:id/countersign': async (scene) => {
    const id = await signedAnew(scene, scene.owner);
    await callerSigns(scene);
    const { sha256 } = await scene.byAdmin(`GET /api/agreements/${id}`, undefined);
    return { params: { id }, body: { sha256 } };
  },
  'POST /api/agreements/:id/end': async (scene) => {
    const id = await signedAnew(scene, scene.owner);
    await scene.server.db.updateTable('agreements').set({ state: 'in-force' }).where('id', '=', id).execute();
    return { params: { id }, body: { on: '2026-01-31', reason: 'Left' } };
  },
  'POST /api/join': async (scene) => ({ body: { token: (await applicant(scene)).token } }),
  'POST /api/join/answers': async (scene) => ({
    body: { token: (await applicant(scene)).token, answers: { phone: '5550100' } },
  }),
  'POST /api/join/agreement': async (scene) => {
    const invited = await applicant(scene);
    await read(scene.server, invited);
    return { body: { token: invited.token } };
  },
  'POST /api/join/copy': async (scene) => {
    const invited = await applicant(scene);
    await read(scene.server, invited);
    return { body: { token: invited.token } };
  },
  'POST /api/join/code': async (scene) => {
    const invited = await applicant(scene);
    return { body: { token: invited.token, sha256: await read(scene.server, invited) } };
  },
  'POST /api/join/sign': async (scene) => ({
    body: await signature(scene.server, await applicant(scene)),
  }),
  'POST /api/join/reply': async (scene) => {
    const { id, token } = await signedApplicant(scene);
    await scene.byAdmin(`POST /api/joining/applications/${id}/question`, { text: 'Since when?' });
    return { body: { token, text: 'Since May' } };
  },
  'POST /api/join/decline': async (scene) => ({ body: { token: (await applicant(scene)).token } }),
  'GET /api/joining/checks': async () => ({}),
  'GET /api/joining/members/:id/checks': async ({ owner }) => ({ params: owner }),
  'POST /api/joining/members/:id/checks': async ({ owner }) => ({
    params: owner,
    body: { kind: 'w9', ticked: true, day: '2026-01-31' },
  }),
  'GET /api/joining/leads/:id': async (scene) => ({ params: { id: await scene.lead() } }),
  'PUT /api/joining/leads/:id/terms': async (scene) => ({
    params: { id: await scene.lead() },
    body: { terms: { date: '2026-01-31', lines: [], paragraph: 'As agreed.' } },
  }),
  'POST /api/joining/leads/:id/invitation': async (scene) => {
    await readyToSend(scene.server, scene.owner.id);
    return { params: { id: await scene.lead() } };
  },
  'DELETE /api/joining/leads/:id/invitation': async (scene) => ({
    params: { id: (await applicant(scene)).lead },
  }),
  'GET /api/joining/applications': async () => ({}),
  'GET /api/joining/applications/new-count': async () => ({}),
  'GET /api/joining/applications/:id': async (scene) => ({ params: await applicant(scene) }),
  'POST /api/joining/applications/:id/license-check': async (scene) => ({
    params: await signedApplicant(scene),
    body: { finding: 'as-expected' },
  }),
  'POST /api/joining/applications/:id/question': async (scene) => ({
    params: await signedApplicant(scene),
    body: { text: 'Since when?' },
  }),
  'POST /api/joining/applications/:id/approve': async (scene) => ({ params: await signedApplicant(scene) }),
  'POST /api/joining/applications/:id/decline': async (scene) => ({
    params: await applicant(scene),
    body: { reason: 'Another license' },
  }),
  'POST /api/joining/applications/:id/countersign': async (scene) => {
    const admin = await broker(scene.server);
    const { id, sha256 } = await approvedLead(scene.server, admin.token);
    await callerSigns(scene);
    return { params: { id }, body: { sha256 } };
  },
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
    body: await scene.byAdmin('GET /api/compliance/settings', undefined),
  }),
  'GET /api/compliance/checks': async () => ({}),
  'GET /api/compliance/brokerage': async () => ({}),
  'POST /api/compliance/brokerage': async () => ({ body: policyBody }),
  'GET /api/compliance/members/:id': async ({ owner }) => ({ params: owner }),
  'GET /api/compliance/members/:id/folder': async ({ owner }) => ({ params: owner }),
  'POST /api/compliance/members/:id/entries': async ({ owner }) => ({ params: owner, body: policyBody }),
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
  'POST /api/education/renewal': async (scene) => {
    for (const id of [scene.owner.id, scene.caller?.id]) if (id) await scene.licensed(id);
    return {};
  },
  'GET /api/education/files/:id': async (scene) => ({ params: { id: await scene.certificateFile() } }),
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
  'GET /api/my-closings/:id/statement': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
  }),
  'GET /api/my-closings/:id/letters/:number': async (scene) => ({ params: await letterIn(scene) }),
  'GET /api/closings': async () => ({}),
  'GET /api/closings/new-count': async () => ({}),
  'GET /api/closings/work': async () => ({}),
  'GET /api/closings/insights': async () => ({}),
  'GET /api/closings/idle': async () => ({}),
  'GET /api/closings/settings': async () => ({}),
  'PUT /api/closings/settings': async () => ({ body: closingSettingsBody() }),
  'POST /api/closings/import': async ({ owner }) => ({ body: { csv: importedClosing(owner.email) } }),
  'GET /api/closings/:id': async (scene) => ({ params: { id: await closingIn(scene, 'reported') } }),
  'PUT /api/closings/:id': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: closingBody(),
  }),
  'PUT /api/closings/:id/decisions': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: {},
  }),
  'POST /api/closings/:id/ask': async (scene) => ({
    params: { id: await closingIn(scene, 'reported') },
    body: { text: 'Which escrow?' },
  }),
  'POST /api/closings/:id/approve': async (scene) => {
    const id = await closingIn(scene, 'reported');
    await letWork(scene.server, scene.owner.id);
    await callerApproves(scene);
    return { params: { id }, body: { signature: 'Test Person' } };
  },
  'POST /api/closings/:id/withdraw': async (scene) => {
    const id = await closingIn(scene, 'approved');
    await callerApproves(scene);
    return { params: { id }, body: { reason: 'The price fell' } };
  },
  'GET /api/closings/:id/letters/:number': async (scene) => ({ params: await letterIn(scene) }),
  'POST /api/closings/:id/steps': async (scene) => ({
    params: { id: await closingIn(scene, 'approved') },
    body: { step: 'letter-sent' },
  }),
  'PUT /api/closings/:id/package': async (scene) => ({
    params: { id: await closingIn(scene, 'approved') },
    body: { ticked: [] },
  }),
  'POST /api/closings/:id/paid': async (scene) => ({
    params: { id: await closingIn(scene, 'package-received') },
    body: { on: officeDay(now()), method: 'Check 1042' },
  }),
  'POST /api/closings/:id/corrections': async (scene) => ({
    params: { id: await closingIn(scene, 'paid') },
    body: { on: officeDay(now()), reason: 'A credit was counted twice', kept: 100 },
  }),
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
};

/** Whether a call is rejected when it is about oneself: reporting a text, and resetting second factors. */
export const isAboutOthers = (key: string): boolean =>
  key.endsWith('/report') || key === 'POST /api/posts/report/:id' || key === 'DELETE /api/users/:id/factors';
