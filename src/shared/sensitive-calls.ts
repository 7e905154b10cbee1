import type { ApiContract } from './api.contract.ts';
import { signInAgainMessage } from './sign-in-again.ts';

export const confirmMessage = 'Please confirm that it is you';

/**
 * Calls that need a sign-in or a confirmation within the last 15 minutes, each with its message. A call that is not in
 * this table never asks (docs/security.md S2.8).
 */
export const sensitiveCalls = {
  'POST /api/auth/change-password': signInAgainMessage,
  'POST /api/auth/totp': confirmMessage,
  'PUT /api/auth/totp': confirmMessage,
  'DELETE /api/auth/totp': confirmMessage,
  'POST /api/auth/passkeys/options': confirmMessage,
  'POST /api/auth/passkeys': confirmMessage,
  'DELETE /api/auth/passkeys/:id': confirmMessage,
  'POST /api/auth/recovery-codes': confirmMessage,
  'DELETE /api/profile': confirmMessage,
  'GET /api/leads/export': confirmMessage,
  'PUT /api/leads/settings': confirmMessage,
  'PUT /api/mail-texts/:kind': confirmMessage,
  'POST /api/exports': confirmMessage,
  'POST /api/exports/person': confirmMessage,
  'GET /api/exports/:id/file': confirmMessage,
  'POST /api/personal-data/erasure': confirmMessage,
  'POST /api/privacy-requests': confirmMessage,
  'DELETE /api/legal-holds/:id': confirmMessage,
  'PUT /api/site/settings': confirmMessage,
  'POST /api/site/settings/versions/:number/restore': confirmMessage,
  'POST /api/webhooks': confirmMessage,
  'PATCH /api/webhooks/:id': confirmMessage,
  'POST /api/webhooks/:id/secret': confirmMessage,
  'POST /api/api-tokens': confirmMessage,
  'POST /api/users': confirmMessage,
  'POST /api/users/bulk': confirmMessage,
  'GET /api/users/export': confirmMessage,
  'PUT /api/users/:id': confirmMessage,
  'DELETE /api/users/:id': confirmMessage,
  'POST /api/users/:id/suspend': confirmMessage,
  'DELETE /api/users/sessions': confirmMessage,
  'DELETE /api/users/:id/sessions': confirmMessage,
  'DELETE /api/users/:id/factors': confirmMessage,
} as const satisfies Partial<Record<keyof ApiContract, string>>;

/** All that is open to those who must have a second factor and have none (docs/security.md S1.14). */
export const enrolmentCalls: ReadonlySet<string> = new Set<keyof ApiContract>([
  'GET /api/auth',
  'DELETE /api/auth',
  'POST /api/auth/confirm',
  'GET /api/auth/factors',
  'POST /api/auth/totp',
  'PUT /api/auth/totp',
  'GET /api/auth/passkeys',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys',
]);
