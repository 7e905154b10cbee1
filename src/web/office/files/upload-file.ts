import type { FileEntry } from '../../../shared/compliance.contract.ts';
import type { PageFile } from '../../../shared/handbook.contract.ts';
import { ApiError, offline } from '../../api.ts';
import { clearRefusedToken, storedToken } from '../../session.ts';

/** What the server accepts; phones offer their camera for it. */
export const acceptedFiles = 'application/pdf,image/jpeg,image/png,image/webp';

type OfMember = `/api/compliance/entries/${string}/file` | `/api/education/certificates/${string}/file`;
type OfPage = `/api/handbook/pages/${string}/files?${string}`;

/** Sends a PDF or photo. @throws ApiError for every failure; status 0 if unreachable */
export async function uploadFile<To extends OfMember | OfPage>(
  to: To,
  file: File,
): Promise<To extends OfPage ? PageFile : FileEntry> {
  const token = storedToken();
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(to, {
    method: 'POST',
    headers: token === undefined ? {} : { 'x-auth-token': token },
    body,
  }).catch((error: unknown) => {
    throw new ApiError(0, offline, error);
  });
  const answer = await response.json().catch(() => offline);
  if (response.ok) return answer;
  if (response.status === 401) clearRefusedToken(token);
  throw new ApiError(response.status, answer);
}
