import { newId, now } from '../../src/server/platform/db/ids.ts';
import { may } from '../../src/shared/users/rights.ts';
import { sessionOf } from '../factories.ts';
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
} from '../joining.ts';
import { type Person, person, type Scene } from '../scene.ts';
import type { GoodRequests } from './request.ts';

async function applicant({ server }: Scene): Promise<Applicant> {
  const admin = await broker(server);
  return invitedLead(server, admin.token);
}

async function signedApplicant({ server }: Scene) {
  const admin = await broker(server);
  return signedLead(server, admin.token);
}

/** Only members who may call are signers; others are refused before. */
async function callerSigns({ server, caller }: Scene): Promise<void> {
  if (caller && may(caller, 'recruiting')) await readyToSend(server, caller.id);
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
      user_id: who.id,
      number: '01234567',
      expires_on: null,
      verified_at: null,
      verified_by: null,
      reminded: null,
      updated_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The hash of what was shown. */
async function reviewed(scene: Scene, who = scene.caller ?? scene.owner): Promise<string> {
  await askedToSign(scene, who);
  const token = await sessionOf(scene.server.db, who.id);
  const { body } = await scene.server.call('POST /api/agreements/mine/review', { token });
  return body.sha256;
}

async function signedAnew(scene: Scene, who: Person): Promise<string> {
  const sha256 = await reviewed(scene, who);
  const body = { sha256, name: who.name, agree: true, consent: true };
  const token = await sessionOf(scene.server.db, who.id);
  const own = await scene.server.call('POST /api/agreements/mine/sign', { token, body });
  return own.body.agreements[0]._id;
}

export const joiningRequests = {
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
      sha256: await reviewed(scene),
      name: (scene.caller ?? scene.owner).name,
      agree: true,
      consent: true,
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
  'POST /api/joining/applications/:id/approve': async (scene) => {
    const signed = await signedApplicant(scene);
    const check = `POST /api/joining/applications/${signed.id}/license-check`;
    await scene.byAdmin(check, { finding: 'as-expected' });
    return { params: signed };
  },
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
} satisfies Partial<GoodRequests>;
