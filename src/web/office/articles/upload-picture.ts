import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { scaledDown } from '../images/cut-out.ts';
import { readPicture } from '../images/read-picture.ts';
import { type UploadAddress, uploadImage } from '../images/upload-image.ts';

/** Where the pictures of articles go. */
export const articlePictures: UploadAddress = '/api/articles/image';

/** A chosen file as it is sent. @throws Error with a message for the user */
export async function scaledPicture(chosen: File): Promise<Blob> {
  const picture = await readPicture(chosen);
  return scaledDown(picture).finally(() => picture.close());
}

/** Uploads a chosen file, scaled down. @throws Error with a message for the user */
export async function uploadPicture(
  chosen: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredImage> {
  const file = await scaledPicture(chosen);
  return uploadImage({ to: articlePictures, file, onProgress, signal });
}
