export type ImageType = 'jpeg' | 'png' | 'webp';

export const wrongImageType = 'Only JPEG, PNG and WebP images are accepted';

/** Type of an image by its first 12 bytes, whatever its name says; undefined for types not accepted. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  return undefined;
}
