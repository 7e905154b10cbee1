import type { ApiContract } from '../api.contract.ts';
import { signInAgainMessage } from './sign-in-again.ts';

export const confirmMessage = 'Please confirm that it is you';

/** Calls that need a sign-in or a confirmation within the last 15 minutes, as their contracts say (docs/security.md S2.8). */
type SensitiveCall = {
  [K in keyof ApiContract]: ApiContract[K] extends { confirm: 'needed' } ? K : never;
}[keyof ApiContract];

/** Calls that answer with another message than `confirmMessage`. */
const otherMessages = new Map<string, string>([
  ['POST /api/auth/change-password', signInAgainMessage],
] satisfies [SensitiveCall, string][]);

export const messageOfConfirmation = (key: string): string => otherMessages.get(key) ?? confirmMessage;

/** Open to a session that only the password opened though its user has a second factor (docs/security.md S1.8). */
export const unprovenCalls: ReadonlySet<string> = new Set<keyof ApiContract>([
  'GET /api/auth',
  'DELETE /api/auth',
  'POST /api/auth/confirm',
]);

/** All that is open to those who must have a second factor and have none (docs/security.md S1.14). */
export const enrollmentCalls: ReadonlySet<string> = new Set<keyof ApiContract>([
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
