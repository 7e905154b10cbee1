import type { FastifyInstance } from 'fastify';
import { factorsContract } from '../../../shared/factors/factors.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { makeRecoveryCodes } from './codes.service.ts';
import { listFactors } from './factor-rows.ts';
import { listPasskeys } from './passkey-rows.ts';
import { addPasskey, offerCreation, removePasskey, renamePasskey } from './passkeys.service.ts';
import { beginTotp, enableTotp, removeTotp } from './totp.service.ts';

export function factorsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config, mails } = parts;
  apiRoutes(app, parts, factorsContract, {
    'GET /api/auth/factors': ({ actor }) => listFactors(db, actor.id),
    'POST /api/auth/totp': ({ actor }) => beginTotp(parts, actor),
    'PUT /api/auth/totp': async ({ body, actor }) => {
      const added = await enableTotp(parts, actor, body.code);
      mails.wake();
      return added;
    },
    'DELETE /api/auth/totp': async ({ actor }) => {
      await removeTotp(parts, actor);
      mails.wake();
      return { msg: 'Authenticator app removed' };
    },
    'GET /api/auth/passkeys': ({ actor }) => listPasskeys(db, actor.id),
    'POST /api/auth/passkeys/options': ({ actor }) => offerCreation(db, config, actor),
    'POST /api/auth/passkeys': async ({ body, actor }) => {
      const added = await addPasskey(parts, actor, body.name, body.response);
      mails.wake();
      return added;
    },
    'PATCH /api/auth/passkeys/:id': ({ params, body, actor }) =>
      renamePasskey(db, actor, params.id, body.name),
    'DELETE /api/auth/passkeys/:id': async ({ params, actor }) => {
      await removePasskey(parts, actor, params.id);
      mails.wake();
      return { msg: 'Passkey removed' };
    },
    'POST /api/auth/recovery-codes': async ({ actor }) => {
      const recoveryCodes = await makeRecoveryCodes(parts, actor);
      mails.wake();
      return { recoveryCodes };
    },
  });
}
