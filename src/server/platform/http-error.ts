import type { ErrorDetails, ErrorItem } from '../../shared/errors.ts';

/** An error for the caller. Services throw it; only the error handler catches it. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: ErrorItem[];
  readonly retryAfter: number | undefined;
  readonly details: ErrorDetails;

  constructor(status: number, errors: ErrorItem[], retryAfter?: number, details: ErrorDetails = {}) {
    super(errors[0]?.msg ?? 'Request failed');
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

export const invalid = (msg: string, field?: string) =>
  new HttpError(400, [field === undefined ? { msg } : { msg, field }]);
/** A 400 that tells the client how to go on. */
export const unfinished = (item: ErrorItem, details: ErrorDetails) =>
  new HttpError(400, [item], undefined, details);
export const unauthenticated = (msg = 'Token is not valid') => new HttpError(401, [{ msg }]);
export const forbidden = () => new HttpError(403, [{ msg: 'User not authorized' }]);
export const notFound = (thing: string) => new HttpError(404, [{ msg: `${thing} not found` }]);
export const stale = (thing: string) =>
  new HttpError(412, [{ msg: `${thing} has been changed by someone else in the meantime` }]);
export const keyUsed = () =>
  new HttpError(422, [{ msg: 'This Idempotency-Key was used with another request' }]);
export const tooMany = (retryAfter: number) =>
  new HttpError(
    429,
    [{ msg: `Too many requests, please try again in ${durationLabel(retryAfter)}` }],
    retryAfter,
  );
export const unavailable = () =>
  new HttpError(503, [{ msg: 'The service is briefly unavailable, please try again' }], 2);

/** Minutes are rounded up, so that no one retries too early. */
function durationLabel(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds <= 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
