import { ApiError } from '../../api.ts';
import type { ClosingErrors } from './closing-form.ts';

const none: ClosingErrors = {};

/** Splits an error into messages of fields and one of the form; a conflict is shown elsewhere. */
export function refusal(error: Error | null): [ClosingErrors, string | undefined] {
  if (!(error instanceof ApiError)) return [none, error?.message];
  if (error.status === 412) return [none, undefined];
  return [error.fields, Object.keys(error.fields).length === 0 ? error.message : undefined];
}
