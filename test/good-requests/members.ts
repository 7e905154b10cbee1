import { newUser, profileBody } from '../scene.ts';
import { giveTotp } from '../second-factor.ts';
import { type GoodRequests, picture } from './request.ts';

const experienceBody = { title: 'Agent', company: 'Homequest' };
const educationBody = { school: 'City College', degree: 'Certificate' };

export const memberRequests = {
  'GET /api/profile': async () => ({}),
  'GET /api/profile/phones': async () => ({}),
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
  'POST /api/profile/image': async () => ({ upload: await picture }),
  'DELETE /api/profile': async () => ({}),
  'GET /api/users': async () => ({}),
  'GET /api/users/export': async () => ({}),
  'POST /api/users/bulk/preview': async () => ({ body: { csv: 'Name,Email\nNora New,nora@example.com' } }),
  'POST /api/users/bulk': async () => ({ body: { csv: 'Name,Email\nNora New,nora@example.com' } }),
  'GET /api/users/bulk': async () => ({}),
  'GET /api/users/bulk/:id': async (scene) => ({ params: { id: await scene.bulkInvitation() } }),
  'POST /api/users/bulk/:id/stop': async (scene) => ({
    params: { id: await scene.bulkInvitation('Nora New,nora.new@example.com') },
  }),
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
  'POST /api/users/:id/reactivate': async (scene) => {
    const params = { id: await scene.invitedUser() };
    await scene.byAdmin(`POST /api/users/${params.id}/suspend`, undefined);
    return { params };
  },
  'POST /api/users/:id/invitation': async (scene) => ({ params: { id: await scene.invitedUser() } }),
  'DELETE /api/users/:id/invitation': async (scene) => ({ params: { id: await scene.invitedUser() } }),
  'GET /api/licenses': async () => ({}),
  'GET /api/licenses/me': async () => ({}),
  'PUT /api/licenses/me': async () => ({ body: { number: '01234567', expires: '2030-01-31' } }),
  'PUT /api/licenses/:id': async ({ owner }) => ({
    params: owner,
    body: { number: '01234567', expires: null, verified: false },
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
} satisfies Partial<GoodRequests>;
