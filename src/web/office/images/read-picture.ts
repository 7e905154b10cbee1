import { heicUnread, imageTypeOf, isHeicImage, wrongImageType } from '../../../shared/images/image-type.ts';

/** More than any camera makes. Larger than the server's limit, because only the cropped or scaled picture is sent. */
const maxFileBytes = 25 * 1024 * 1024;

/** Decodes a chosen file and applies its orientation. @throws Error with a message for the user */
export async function readPicture(file: File): Promise<ImageBitmap> {
  const start = await file.slice(0, 12).arrayBuffer();
  const isHeic = isHeicImage(new Uint8Array(start));
  if (!isHeic && !imageTypeOf(new Uint8Array(start))) throw new Error(wrongImageType);
  if (file.size > maxFileBytes) throw new Error('The image is too large');
  return createImageBitmap(file).catch(() => {
    throw new Error(isHeic ? heicUnread : "We couldn't read this image. Choose another one");
  });
}
