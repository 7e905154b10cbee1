import type { TokenScope } from '../../../shared/token-scope-names.ts';

export const scopeLabels: Record<TokenScope, string> = {
  'leads:read': 'Read leads and insights',
  'leads:write': 'Read and change leads, read insights',
  'members:read': 'Read users, profiles, licences and onboarding',
  'members:write': 'Read users and profiles, change licences and onboarding',
  'content:read': 'Read drafts of articles',
  'content:write': 'Read and change articles and testimonials',
  'records:read': 'Read the audit log and the security log',
  'system:read': 'Read how the server is doing',
};
