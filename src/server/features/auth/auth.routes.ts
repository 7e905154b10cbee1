import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authContract } from '../../../shared/auth/auth.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { background } from '../../platform/http/background.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { offerProof } from '../factors/passkeys.service.ts';
import { changePassword } from './passwords/change-password.service.ts';
import { mailResetLink, readPasswordLink, setPasswordByLink } from './passwords/password-links.service.ts';
import type { Device } from './sessions/known-devices.service.ts';
import { endSession } from './sessions/sessions.service.ts';
import { setUp } from './setup/setup.service.ts';
import { currentUser, signIn } from './sign-in/auth.service.ts';
import { confirmIdentity } from './sign-in/confirm.service.ts';
import { finishSignIn, signInByPasskey } from './sign-in/second-factor.service.ts';

const fifthOfASecond = 200;

export function authRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config, mails } = parts;
  const afterwards = background(app);

  apiRoutes(app, parts, authContract, {
    'POST /api/auth': ({ body, request }) => signIn(parts, body, deviceOf(request)),
    'POST /api/auth/second-factor': ({ body, request }) => finishSignIn(parts, body, deviceOf(request)),
    'POST /api/auth/passkey/options': async ({ request }) => {
      await consumeRateLimit(parts, 'passkeyOptions', clientAddress(request));
      return offerProof(db, config);
    },
    'POST /api/auth/passkey': ({ body, request }) => signInByPasskey(parts, body, deviceOf(request)),
    'POST /api/auth/confirm': ({ body, actor }) => confirmIdentity(parts, actor, body),
    'GET /api/auth': ({ actor }) => currentUser(db, actor, config),
    'DELETE /api/auth': async ({ actor }) => {
      await endSession(db, actor.session.id);
      return { msg: 'Signed out' };
    },
    'POST /api/auth/change-password': async ({ body, actor }) => {
      await changePassword(db, actor, body, config.brokerage);
      mails.wake();
      return { msg: 'Password Updated' };
    },
    'POST /api/auth/setup': ({ body, request }) => setUp(db, body, deviceOf(request), config.brokerage),
    'POST /api/auth/reset-password': async ({ body, request }) => {
      await consumeRateLimit(parts, 'resetAddress', clientAddress(request));
      // Respond first: the time must not reveal whether the address exists.
      const userId = setTimeout(fifthOfASecond).then(() => mailResetLink(parts, body.email));
      afterwards(userId.then(() => mails.wake()));
      request.securityNote = { userId: userId.catch(() => undefined) };
      return { msg: 'Email sent' };
    },
    'POST /api/auth/password-link': ({ body }) => readPasswordLink(db, body.token),
    'POST /api/auth/set-password': async ({ body, request }) => {
      const signedIn = await setPasswordByLink(db, body, config.brokerage, deviceOf(request));
      mails.wake();
      return { msg: 'Password Updated', ...signedIn };
    },
  });
}

const deviceOf = (request: FastifyRequest): Device => ({
  address: clientAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
  note: (about) => {
    request.securityNote = { ...request.securityNote, ...about };
  },
});
