import type { TokenScope } from '../../../shared/api-tokens/token-scope-names.ts';

export const scopeLabels: Record<TokenScope, string> = {
  'leads:read': 'Read leads and insights',
  'leads:write': 'Read and change leads, read insights',
  'members:read': 'Read users, profiles, licenses, onboarding, and compliance',
  'members:write': 'Read users and profiles, change licenses, onboarding, and compliance',
  'content:read': 'Read drafts of articles and of the handbook',
  'content:write': 'Read and change articles, testimonials, and the handbook',
  'records:read': 'Read the audit log and the security log',
  'system:read': 'Read how the server is doing',
  'closings:read': 'Read closings',
  'closings:write': 'Read and change closings, but not approve them',
};
