import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { ApiError, offline } from '../../api.ts';
import { clearRefusedToken, storedToken } from '../../session.ts';

/** The routes differ in who may upload: editors, or every member for their own profile. */
export type UploadAddress =
  | '/api/testimonials/image'
  | '/api/articles/image'
  | '/api/profile/image'
  | '/api/site/team/image'
  | '/api/site/logo/image';

interface Upload {
  to: UploadAddress;
  file: Blob;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Not `fetch`, which reports no progress. @throws ApiError for every failure; status 0 if unreachable */
export function uploadImage({ to, file, onProgress, signal }: Upload): Promise<StoredImage> {
  const token = storedToken();
  const body = new FormData();
  body.append('image', file, 'picture.jpg');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', to);
    request.responseType = 'json';
    if (token !== undefined) request.setRequestHeader('x-auth-token', token);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, offline));
    request.onload = () => {
      if (request.status === 200 && request.response) return resolve(request.response);
      if (request.status === 401) clearRefusedToken(token);
      reject(new ApiError(request.status, request.response ?? offline));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
