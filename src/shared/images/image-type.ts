export type ImageType = 'jpeg' | 'png' | 'webp';

export const wrongImageType = 'Only JPEG, PNG and WebP images are accepted';

export const heicUnread =
  "This browser can't read HEIC photos. On your phone, share the photo as JPEG, or open this page there";

/** True for a photo as iPhones store it, which only some browsers can read. */
export function isHeicImage(bytes: Uint8Array): boolean {
  return /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/s.test(String.fromCharCode(...bytes.subarray(0, 12)));
}

/** Type of an image by its first 12 bytes, not by its name; undefined for types not accepted. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  return undefined;
}
