/** Pictures as they are stored and addressed. Free of zod: the public pages and the office both need it. */

export const imageKinds = {
  /** A face, cut to a square. */
  portrait: { widths: [96, 192, 384], square: true },
  /** The picture of an article, in the shape that it came in. */
  cover: { widths: [480, 960, 1440], square: false },
} as const;
export type ImageKind = keyof typeof imageKinds;

/** By the ending of the address; in the order in which a browser is to prefer them. */
export const imageFormats = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type ImageFormat = keyof typeof imageFormats;
const formats = ['avif', 'webp', 'jpg'] as const satisfies ImageFormat[];

/** Bytes of the largest image that is taken. */
export const maxImageBytes = 5 * 1024 * 1024;

/** The names of all files of an image: '96.avif' … */
export const imageFiles = (kind: ImageKind): string[] =>
  imageKinds[kind].widths.flatMap((width) => formats.map((format) => `${width}.${format}`));

/** Where an image is to be had in a form that everything shows: its largest JPEG. */
export const imageUrl = (id: string, kind: ImageKind): string =>
  `/images/${id}/${imageKinds[kind].widths.at(-1)}.jpg`;

/** The picture of a member beside what they wrote: sharp enough for 96 pixels, small enough for a list. */
export const avatarUrl = (id: string): string => `/images/${id}/192.jpg`;

/** What a `<picture>` needs: a srcset for each better format, and one for what is left. */
export function pictureSources(id: string, kind: ImageKind) {
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
