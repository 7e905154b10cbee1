export type ImageType = 'jpeg' | 'png' | 'webp';

/** In the browser and on the server, so that both say the same. */
export const wrongImageType = 'Only JPEG, PNG and WebP images are accepted';

/** What the first 12 bytes of a file say it is, whatever its name says; undefined for everything that is not taken. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  return undefined;
}
