import { testPassword } from '../factories.ts';
import {
  authenticatorFor,
  challengeFor,
  codeOf,
  givePasskey,
  giveTotp,
  insertPasskey,
} from '../second-factor.ts';
import type { GoodRequests } from './request.ts';

/** Sign-in, and the means to do so, such as passkeys. */
export const authRequests = {
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
} satisfies Partial<GoodRequests>;
