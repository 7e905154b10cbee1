import type { Call } from '../../../shared/contract.ts';
import { idempotentCalls } from '../../../shared/idempotent-calls.ts';
import { callsOfLink, callsWithConditions, callsWithConflict, versionedCalls } from './special-calls.ts';

export const meanings = {
  304: 'Not changed since the ETag of If-None-Match',
  400: 'Something in the request is not acceptable; an error about a field names it',
  401: 'No token, or none that is valid',
  403: 'Signed in, but not allowed, or not before two-step verification is set up, or not by this API token',
  404: 'Not there',
  409: 'Decided or changed in the meantime, or a newer preview of yours has taken its place',
  412: 'Changed by someone else since the version of If-Match',
  413: 'The body is too large',
  415: 'The body is of the wrong content type',
  422: 'The Idempotency-Key was used with another request',
  429: 'Too many requests; Retry-After says for how many seconds',
  503: 'The service is briefly unavailable; Retry-After says for how many seconds',
} as const;
export type Status = keyof typeof meanings;

const statuses = [304, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503] as const satisfies Status[];

export function statusesOf(key: string, call: Call): Status[] {
  const isRead = key.startsWith('GET ');
  const { access, confirm, params, query, produces } = call;
  const applies: Record<Status, boolean> = {
    304: isRead && produces === undefined,
    // Any body is parsed, even when the call does not use it.
    400: query !== undefined || !isRead || callsWithConditions.has(key) || confirm === 'needed',
    401: access !== 'visitor',
    // A user who has to set up a second factor first, and an API token without the scope.
    403: access !== 'visitor',
    404: params !== undefined || callsOfLink.has(key),
    409: callsWithConflict.has(key),
    412: versionedCalls.has(key),
    413: !isRead,
    415: !isRead,
    422: idempotentCalls.has(key),
    429: true,
    503: true,
  };
  return statuses.filter((status) => applies[status]);
}
