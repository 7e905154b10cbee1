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

interface Kind {
  widths: readonly number[];
  fit: 'square' | 'whole' | 'in-square';
  formats: readonly ImageFormat[];
  /** Anyone who has the address may see it. */
  isPublic: boolean;
}

/** Every list of kinds and of file names is made from this. */
export const imageKinds = {
  /** Cropped to a square. */
  portrait: { widths: [96, 192, 384], fit: 'square', formats: photo, isPublic: true },
  cover: { widths: [480, 960, 1440], fit: 'whole', formats: photo, isPublic: true },
  /** Whole in a transparent square: mails, tabs and home screens show it. */
  logo: { widths: [96, 192, 512], fit: 'in-square', formats: ['png'], isPublic: true },
  /** A photo of a paper: a document. */
  scan: { widths: [2000], fit: 'whole', formats: ['jpg'], isPublic: false },
} as const satisfies Record<string, Kind>;
type Kinds = typeof imageKinds;
export type ImageKind = keyof Kinds;
/** Images that are shown in the best of several formats. */
export type PhotoKind = {
  [Kind in ImageKind]: Kinds[Kind]['formats'] extends typeof photo ? Kind : never;
}[ImageKind];

/** In bytes. */
export const maxImageBytes = 5 * 1024 * 1024;

const filesOf = ({ widths, formats }: Kind): string[] =>
  widths.flatMap((width) => formats.map((format) => `${width}.${format}`));

/** File names of an image: '96.avif' … */
export const imageFiles = (kind: ImageKind): string[] => filesOf(imageKinds[kind]);

/** Names that files with a public address have. */
export const publicFiles: readonly string[] = Object.values(imageKinds)
  .filter(({ isPublic }) => isPublic)
  .flatMap(filesOf);

export type StoredKind = ImageKind | 'pdf';

const isImageKind = (name: string): name is ImageKind => name in imageKinds;
export const storedKinds: readonly StoredKind[] = [...Object.keys(imageKinds).filter(isImageKind), 'pdf'];
/** Documents. */
export const privateKinds = storedKinds.filter((kind) => kind === 'pdf' || !imageKinds[kind].isPublic);

/** Names of the stored files. */
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
