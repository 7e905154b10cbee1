import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import type { PageFile } from '../../../shared/handbook/handbook.contract.ts';
import { heicUnread, imageTypeOf, isHeicImage } from '../../../shared/images/image-type.ts';
import { ApiError, offline } from '../../api.ts';
import { clearRefusedToken, storedToken } from '../../session.ts';
import { scaledDown } from '../images/cut-out.ts';

/** File types that the server accepts; phones also offer their camera for them. */
export const acceptedFiles = 'application/pdf,image/jpeg,image/png,image/webp,image/heic,.heic';

type OfMember =
  | `/api/compliance/entries/${string}/file`
  | `/api/education/${'certificates' | 'documents'}/${string}/file`;
type OfPage = `/api/handbook/pages/${string}/files?${string}`;

/** Pixels of a side that a paper is read by, and bytes that any photo may have. */
const enough = { side: 3000, bytes: 2 * 1024 * 1024 };

/** A photo of a camera made smaller, and one of an iPhone a JPEG. @throws Error with a message for the user */
async function smallerPhoto(file: File): Promise<File> {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const isHeic = isHeicImage(start);
  if (!isHeic && (!imageTypeOf(start) || file.size <= enough.bytes)) return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture) {
    const smaller = await scaledDown(picture, enough.side).finally(() => picture.close());
    return new File([smaller], file.name.replace(/\.[^.]*$|$/, '.jpg'), { type: smaller.type });
  }
  if (isHeic) throw new Error(heicUnread);
  return file;
}

/** Sends a PDF or photo. @throws ApiError for every failure; status 0 if unreachable */
export async function uploadFile<To extends OfMember | OfPage>(
  to: To,
  file: File,
): Promise<To extends OfPage ? PageFile : FileEntry> {
  const token = storedToken();
  const body = new FormData();
  body.append('file', await smallerPhoto(file));
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
