/** The scopes of an API token. Write includes read. */
export const tokenScopes = [
  'leads:read',
  'leads:write',
  'members:read',
  'members:write',
  'content:read',
  'content:write',
  'records:read',
  'system:read',
  'closings:read',
  'closings:write',
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Distinguishes API tokens from those of sessions, for people and for programs that look for lost secrets. */
export const tokenPrefix = 'hq_';
