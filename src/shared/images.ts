/** Free of zod: public pages import it. */

/** By file extension, in order of preference. */
export const imageFormats = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;
export type ImageFormat = keyof typeof imageFormats;
const photo = ['avif', 'webp', 'jpg'] as const satisfies ImageFormat[];

export const imageKinds = {
  /** Cropped to a square. */
  portrait: { widths: [96, 192, 384], fit: 'square', formats: photo },
  cover: { widths: [480, 960, 1440], fit: 'whole', formats: photo },
  /** Whole in a transparent square: mails, tabs and home screens show it. */
  logo: { widths: [96, 192, 512], fit: 'in-square', formats: ['png'] },
  /** A photo of a paper: a private document, with no public address. */
  scan: { widths: [2000], fit: 'whole', formats: ['jpg'] },
} as const;
export type ImageKind = keyof typeof imageKinds;
/** Those shown in the best of several formats. */
export type PhotoKind = Exclude<ImageKind, 'logo' | 'scan'>;

/** In bytes. */
export const maxImageBytes = 5 * 1024 * 1024;

/** File names of an image: '96.avif' … */
export const imageFiles = (kind: ImageKind): string[] =>
  imageKinds[kind].widths.flatMap((width) => imageKinds[kind].formats.map((format) => `${width}.${format}`));

/** What the image store holds. */
export type StoredKind = ImageKind | 'pdf';
export const storedKinds: readonly StoredKind[] = ['portrait', 'cover', 'logo', 'scan', 'pdf'];

/** File names of what is stored. */
export const storedFiles = (kind: StoredKind): string[] =>
  kind === 'pdf' ? ['document.pdf'] : imageFiles(kind);

/** URL of the largest JPEG or PNG, which every client can show. */
export const imageUrl = (id: string, kind: ImageKind): string =>
  `/images/${id}/${imageKinds[kind].widths.at(-1)}.${imageKinds[kind].formats.at(-1)}`;

/** URL of a logo `width` pixels wide and high. */
export const logoUrl = (id: string, width: (typeof imageKinds.logo.widths)[number]): string =>
  `/images/${id}/${width}.png`;

/** URL of a member's picture: sharp at 96 pixels, small enough for lists. */
export const avatarUrl = (id: string): string => `/images/${id}/192.jpg`;

/** Sources of a `<picture>`: a srcset for each modern format, and a JPEG fallback. */
export function pictureSources(id: string, kind: PhotoKind) {
  const srcSet = (format: ImageFormat) =>
    imageKinds[kind].widths.map((width) => `/images/${id}/${width}.${format} ${width}w`).join(', ');
  return {
    better: (['avif', 'webp'] as const).map((format) => ({
      type: imageFormats[format],
      srcSet: srcSet(format),
    })),
    srcSet: srcSet('jpg'),
    src: imageUrl(id, kind),
  };
}

/** `sizes` of a picture as wide as the column of an article's text. */
export const textColumnSizes = '(min-width: 44rem) 42rem, calc(100vw - 2.5rem)';

/** The kind of a picture in the text of an article. */
export const textImageKind = 'cover' satisfies PhotoKind;

const textImage = /\/images\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\/\d{1,4}\.jpg/g;

/** Ids of the uploaded images whose URLs are in a text, each once. */
export const imagesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(textImage), ([, id = '']) => id)),
];
