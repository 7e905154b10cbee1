import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';

/** 'sign-in.failed' becomes 'Sign-in failed', 'recovery-codes.made' 'Recovery codes made'. */
export function eventLabel(event: SecurityEvent): string {
  const words = event
    .replaceAll(/[.-]/g, ' ')
    .replace('sign in', 'sign-in')
    .replace('sign out', 'sign-out')
    .replace('api token', 'API token');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
