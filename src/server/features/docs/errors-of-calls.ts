import type { Call } from '../../../shared/contract.ts';
import { uploads, versionedCalls } from './special-calls.ts';

/** What else than 200 a call may answer, and why; in the order of the numbers. */
export function errorsOf(key: string, call: Call): Map<number, string> {
  const { access, params, query, body } = call;
  const signedIn = access !== 'visitor';
  const hasBody = body !== undefined || uploads.has(key);
  const restricted =
    access === 'admin' || access === 'publisher' || (params !== undefined && !key.startsWith('GET'));
  const all: [number, string, boolean][] = [
    [
      400,
      'Something in the input is not acceptable; each error names its field',
      query !== undefined || hasBody,
    ],
    [401, 'No token, or one that is not valid any more', signedIn],
    [403, 'Signed in, but not allowed', signedIn && restricted],
    [404, 'Not there', params !== undefined],
    [412, 'Changed by somebody else since the version of If-Match', versionedCalls.has(key)],
    [413, 'The body is too large', hasBody],
    [415, 'The body is of the wrong content type', hasBody],
    [429, 'Too many requests; Retry-After says for how many seconds', true],
    [503, 'The database is away; Retry-After says for how many seconds', true],
  ];
  return new Map(all.filter(([, , applies]) => applies).map(([status, meaning]) => [status, meaning]));
}
