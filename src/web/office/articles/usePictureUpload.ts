import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { useUpload } from '../images/useUpload.ts';
import { articlePictures, scaledPicture } from './upload-picture.ts';

/** Uploads a chosen file, scaled down. */
export const usePictureUpload = (onUploaded: (image: StoredImage) => void) =>
  useUpload({ to: articlePictures, prepare: scaledPicture, onUploaded });
