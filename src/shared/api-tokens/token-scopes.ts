import { apiCalls } from '../api.contract.ts';
import type { Call } from '../contract.ts';
import type { TokenScope } from './token-scope-names.ts';

const calls = new Map<string, Call>(Object.entries(apiCalls));

/** The scope that opens a call to an API token; null for a call that no token may make, or that does not exist. */
export function scopeOf(key: string): TokenScope | null {
  const scope = calls.get(key)?.scope ?? null;
  return typeof scope === 'string' ? scope : (scope?.unconfirmed ?? null);
}

/** Whether a token of these scopes may make a call. */
export function opensCall(given: readonly TokenScope[], key: string): boolean {
  const needed = scopeOf(key);
  if (needed === null) return false;
  return given.some((scope) => scope === needed || scope === needed.replace(/:read$/, ':write'));
}
