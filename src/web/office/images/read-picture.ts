import { imageTypeOf, wrongImageType } from '../../../shared/image-type.ts';

/**
 * More than any camera makes. It may be larger than what the server takes, because only the square that is cut out
 * is sent.
 */
const maxFileBytes = 25 * 1024 * 1024;

/** A chosen file as a picture, the right way up. @throws Error in words for whoever chose it */
export async function readPicture(file: File): Promise<ImageBitmap> {
  const start = await file.slice(0, 12).arrayBuffer();
  if (!imageTypeOf(new Uint8Array(start))) throw new Error(wrongImageType);
  if (file.size > maxFileBytes) throw new Error('The image is too large');
  return createImageBitmap(file).catch(() => {
    throw new Error('The image could not be read');
  });
}
