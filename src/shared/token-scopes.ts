import type { ApiContract } from './api.contract.ts';
import type { SensitiveCall } from './sensitive-calls.ts';
import type { TokenScope } from './token-scope-names.ts';

type Visitors = {
  [K in keyof ApiContract]: ApiContract[K]['access'] extends 'visitor' ? K : never;
}[keyof ApiContract];

/**
 * Calls that ask a session for a confirmation and are still open to tokens, which cannot confirm: other systems do this
 * work, and whoever made the token has confirmed its scopes.
 */
type OpenToTokens = Extract<
  SensitiveCall,
  | 'DELETE /api/leads/:id'
  | 'POST /api/leads/:id/merge'
  | 'POST /api/leads/:id/separate'
  | 'POST /api/leads/templates'
  | 'PUT /api/leads/templates/:id'
  | 'DELETE /api/leads/templates/:id'
  | 'PUT /api/onboarding/templates/:plan'
  | 'GET /api/users/bulk/:id/failed'
>;

type ScopeOfCall = {
  [K in Exclude<keyof ApiContract, Visitors>]: K extends Exclude<SensitiveCall, OpenToTokens>
    ? null
    : TokenScope | null;
};

/**
 * The scope that opens a call to an API token; null for none. Calls of one's own account, of members among themselves,
 * of other secrets and all that ask for a confirmation but `OpenToTokens` are closed; what visitors may call needs no token.
 */
export const scopeOfCall: ScopeOfCall = {
  'POST /api/auth/confirm': null,
  'GET /api/auth': null,
  'DELETE /api/auth': null,
  'POST /api/auth/change-password': null,
  'GET /api/auth/factors': null,
  'POST /api/auth/totp': null,
  'PUT /api/auth/totp': null,
  'DELETE /api/auth/totp': null,
  'GET /api/auth/passkeys': null,
  'POST /api/auth/passkeys/options': null,
  'POST /api/auth/passkeys': null,
  'PATCH /api/auth/passkeys/:id': null,
  'DELETE /api/auth/passkeys/:id': null,
  'POST /api/auth/recovery-codes': null,
  'GET /api/auth/sessions': null,
  'DELETE /api/auth/sessions': null,
  'DELETE /api/auth/sessions/:id': null,
  'GET /api/auth/devices': null,
  'DELETE /api/auth/devices/:id': null,
  'GET /api/auth/security-log': null,

  'GET /api/leads': 'leads:read',
  'GET /api/leads/new-count': 'leads:read',
  'GET /api/leads/overflow': 'leads:read',
  'GET /api/leads/stages': 'leads:read',
  'GET /api/leads/today': 'leads:read',
  'GET /api/leads/owners': 'leads:read',
  'GET /api/leads/export': null,
  'POST /api/leads/bulk': 'leads:write',
  'POST /api/leads/bulk/:id/undo': 'leads:write',
  'GET /api/leads/:id': 'leads:read',
  'PATCH /api/leads/:id': 'leads:write',
  'DELETE /api/leads/:id': 'leads:write',
  'POST /api/leads/:id/contacts': 'leads:write',
  'GET /api/leads/:id/events': 'leads:read',
  'GET /api/leads/:id/requests': 'leads:read',
  'POST /api/leads/:id/merge': 'leads:write',
  'POST /api/leads/:id/separate': 'leads:write',
  'GET /api/leads/:id/notes': 'leads:read',
  'POST /api/leads/:id/notes': 'leads:write',
  'GET /api/site/settings': null,
  'PUT /api/site/settings': null,
  'POST /api/site/settings/preview': null,
  'GET /api/site/settings/versions': null,
  'GET /api/site/settings/versions/:number': null,
  'POST /api/site/settings/versions/:number/restore': null,
  'POST /api/site/team/image': null,
  'POST /api/site/logo/image': null,
  'GET /api/leads/settings': 'leads:read',
  'PUT /api/leads/settings': null,
  'GET /api/leads/templates': 'leads:read',
  'POST /api/leads/templates': 'leads:write',
  'PUT /api/leads/templates/:id': 'leads:write',
  'DELETE /api/leads/templates/:id': 'leads:write',
  'GET /api/leads/views': null,
  'POST /api/leads/views': null,
  'DELETE /api/leads/views/:id': null,
  'GET /api/leads/digest': null,
  'PUT /api/leads/digest': null,
  'GET /api/referrals': null,

  'GET /api/users': 'members:read',
  'GET /api/users/export': null,
  'GET /api/users/storage': 'members:read',
  'GET /api/users/:id': 'members:read',
  'POST /api/users': null,
  'PUT /api/users/:id': null,
  'DELETE /api/users/:id': null,
  'DELETE /api/users/sessions': null,
  'DELETE /api/users/:id/sessions': null,
  'DELETE /api/users/:id/factors': null,
  'POST /api/users/:id/suspend': null,
  'POST /api/users/:id/reactivate': null,
  'POST /api/users/:id/invitation': null,
  'DELETE /api/users/:id/invitation': null,
  'POST /api/users/bulk/preview': null,
  'POST /api/users/bulk': null,
  'GET /api/users/bulk': 'members:read',
  'GET /api/users/bulk/:id': 'members:read',
  'POST /api/users/bulk/:id/stop': null,
  'GET /api/users/bulk/:id/failed': 'members:read',
  'GET /api/profile': 'members:read',
  'GET /api/profile/me': null,
  'GET /api/profile/user/:id': 'members:read',
  'GET /api/profile/github/:username': null,
  'POST /api/profile': null,
  'POST /api/profile/image': null,
  'PUT /api/profile/experience': null,
  'DELETE /api/profile/experience/:id': null,
  'PUT /api/profile/education': null,
  'DELETE /api/profile/education/:id': null,
  'DELETE /api/profile': null,
  'GET /api/search': null,
  'GET /api/licenses': 'members:read',
  'GET /api/licenses/me': null,
  'PUT /api/licenses/me': null,
  'PUT /api/licenses/:id': 'members:write',
  'GET /api/onboarding': 'members:read',
  'GET /api/onboarding/me': null,
  'GET /api/onboarding/members/:id': 'members:read',
  'PUT /api/onboarding/steps/:id': 'members:write',
  'GET /api/onboarding/templates/:plan': 'members:read',
  'PUT /api/onboarding/templates/:plan': 'members:write',
  'GET /api/handbook': null,
  'GET /api/handbook/open': null,
  'GET /api/handbook/search': null,
  'GET /api/handbook/slug/:slug': null,
  'GET /api/handbook/files/:id': null,
  'POST /api/handbook/pages/:id/acknowledge': null,
  'GET /api/handbook/acknowledgements': 'members:read',
  'GET /api/handbook/acknowledgements/csv': null,
  'GET /api/handbook/acknowledgements/:id': 'members:read',
  'GET /api/handbook/overdue': 'members:read',

  'GET /api/handbook/all': 'content:read',
  'GET /api/handbook/all/:id': 'content:read',
  'GET /api/handbook/members': null,
  'POST /api/handbook/pages': 'content:write',
  'PUT /api/handbook/pages/:id': 'content:write',
  'DELETE /api/handbook/pages/:id': 'content:write',
  'PUT /api/handbook/contents': 'content:write',
  'POST /api/handbook/pages/:id/files': 'content:write',
  'DELETE /api/handbook/files/:id': 'content:write',
  'GET /api/articles/all': 'content:read',
  'GET /api/articles/all/:id': 'content:read',
  'POST /api/articles/preview': 'content:read',
  'POST /api/articles': 'content:write',
  'PATCH /api/articles/:id': 'content:write',
  'DELETE /api/articles/:id': 'content:write',
  'POST /api/articles/page-preview': 'content:read',
  'GET /api/articles/working-copy/:id': null,
  'PUT /api/articles/working-copy/:id': null,
  'DELETE /api/articles/working-copy/:id': null,
  'GET /api/articles/versions/:id': 'content:read',
  'GET /api/articles/versions/:id/:version': 'content:read',
  'POST /api/articles/versions/:id/:version/restore': 'content:write',
  'POST /api/articles/image': 'content:write',
  'POST /api/testimonials': 'content:write',
  'PATCH /api/testimonials/:id': 'content:write',
  'PUT /api/testimonials/order': 'content:write',
  'DELETE /api/testimonials/:id': 'content:write',
  'POST /api/testimonials/image': 'content:write',

  'GET /api/posts': null,
  'GET /api/posts/:id': null,
  'POST /api/posts': null,
  'PATCH /api/posts/:id': null,
  'DELETE /api/posts/:id': null,
  'PUT /api/posts/pin/:id': null,
  'DELETE /api/posts/pin/:id': null,
  'PUT /api/posts/like/:id': null,
  'PUT /api/posts/unlike/:id': null,
  'GET /api/posts/:id/likes': null,
  'GET /api/posts/:id/comments': null,
  'POST /api/posts/comment/:id': null,
  'DELETE /api/posts/comment/:postId/:commentId': null,
  'GET /api/posts/events': null,
  'GET /api/notifications': null,
  'GET /api/notifications/unread-count': null,
  'PUT /api/notifications/read': null,
  'GET /api/mentions': null,
  'POST /api/posts/report/:id': null,
  'POST /api/posts/comment/:postId/:commentId/report': null,
  'GET /api/moderation': null,
  'GET /api/moderation/count': null,
  'POST /api/moderation/posts/:id/keep': null,
  'POST /api/moderation/posts/:id/remove': null,
  'POST /api/moderation/comments/:id/keep': null,
  'POST /api/moderation/comments/:id/remove': null,

  'GET /api/audit': 'records:read',
  'GET /api/insights': 'leads:read',
  'GET /api/audit/actors': 'records:read',
  'GET /api/security-log': 'records:read',

  'GET /api/sample': null,
  'DELETE /api/sample': null,
  'GET /api/system': 'system:read',
  'GET /api/system/backup': 'system:read',
  'GET /api/outbox': null,
  'GET /api/outbox/summary': 'system:read',
  'GET /api/outbox/:id': null,
  'GET /api/outbox/:id/invitation': null,
  'POST /api/outbox/:id/retry': null,
  'GET /api/mail-texts': null,
  'GET /api/mail-texts/:kind': null,
  'PUT /api/mail-texts/:kind': null,
  'DELETE /api/mail-texts/:kind': null,
  'POST /api/mail-texts/:kind/preview': null,
  'POST /api/mail-texts/:kind/test': null,

  'GET /api/privacy-requests': null,
  'POST /api/privacy-requests': null,
  'POST /api/privacy-requests/entered': null,
  'GET /api/privacy-requests/:id': null,
  'PATCH /api/privacy-requests/:id': null,
  'GET /api/legal-holds': null,
  'POST /api/legal-holds': null,
  'DELETE /api/legal-holds/:id': null,
  'GET /api/exports': null,
  'POST /api/exports': null,
  'POST /api/exports/person': null,
  'GET /api/exports/:id/file': null,
  'POST /api/personal-data/preview': null,
  'POST /api/personal-data/erasure': null,

  'GET /api/webhooks': null,
  'POST /api/webhooks': null,
  'GET /api/webhooks/:id': null,
  'PATCH /api/webhooks/:id': null,
  'DELETE /api/webhooks/:id': null,
  'POST /api/webhooks/:id/secret': null,
  'POST /api/webhooks/:id/test': null,
  'GET /api/webhooks/:id/deliveries': null,
  'POST /api/webhooks/:id/deliveries/:delivery/replay': null,
  'GET /api/api-tokens': null,
  'POST /api/api-tokens': null,
  'DELETE /api/api-tokens/:id': null,
};

const scopes = new Map<string, TokenScope | null>(Object.entries(scopeOfCall));

/** Null for a call that no API token may make, also for one that is not in the table. */
export const scopeOf = (key: string): TokenScope | null => scopes.get(key) ?? null;

/** Whether a token of these scopes may make a call. */
export function opensCall(given: readonly TokenScope[], key: string): boolean {
  const needed = scopeOf(key);
  if (needed === null) return false;
  return given.some((scope) => scope === needed || scope === needed.replace(/:read$/, ':write'));
}
