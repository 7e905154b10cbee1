import type { Metadata, OutputInfo, Sharp } from 'sharp';
import { imageTypeOf, wrongImageType } from '../../shared/image-type.ts';
import { type ImageFormat, type ImageKind, imageKinds } from '../../shared/images.ts';
import { Fault, invalid } from '../http/faults.ts';
import type { ImageFile } from './image-store.ts';
import { turns } from './turns.ts';

export interface ProcessedImage {
  /** Pixels of the original, the right way up. */
  width: number;
  height: number;
  files: ImageFile[];
}

const mostPixels = 25_000_000;

// Two at once, as each weighs half at least; but together never more pixels than the largest image may have, because
// some forms of PNG are decoded whole, at 8 bytes a pixel.
const inTurn = turns(mostPixels);

/**
 * Makes all files of an image from what somebody has uploaded: decoded and encoded anew, so that nothing of the
 * original but its pixels remains, the right way up; of an animation the first frame.
 * @throws 415 unless it is a JPEG, PNG or WebP by its content; 400 when it is broken or has more than 25 megapixels
 */
export async function processImage(bytes: Uint8Array, kind: ImageKind): Promise<ProcessedImage> {
  const type = imageTypeOf(bytes);
  if (!type) throw wrongType();
  const sharp = await loadSharp();
  const found = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse);
  if (found.format !== type) throw wrongType();
  const pixels = found.width * found.height;
  if (pixels > mostPixels) throw invalid('The image has more than 25 megapixels', 'image');
  const files = await inTurn(Math.max(pixels, mostPixels / 2), () =>
    filesOf(sharp, bytes, kind).catch(refuse),
  );
  return { ...uprightSize(found), files };
}

type SharpModule = typeof import('sharp')['default'];

let loading: Promise<SharpModule> | undefined;

/** On the first upload only: a server to which nothing is uploaded starts faster and stays smaller. */
function loadSharp(): Promise<SharpModule> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    // One thread for each image: the rest of the machine is for everybody else.
    sharp.concurrency(1);
    // What is not accepted is not even tried; libvips can read SVG, PDF, TIFF and more.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
    return sharp;
  });
  return loading;
}

async function filesOf(sharp: SharpModule, bytes: Uint8Array, kind: ImageKind): Promise<ImageFile[]> {
  const { widths, square } = imageKinds[kind];
  const largest = Math.max(...widths);
  // 'error' and not 'warning': cameras write JPEGs with small oddities that everything shows.
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(largest, square ? largest : undefined, { fit: 'cover' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const files: ImageFile[] = [];
  for (const width of widths) files.push(...(await inAllFormats(sharp, { data, info }, width)));
  return files;
}

const encoders: Record<ImageFormat, (image: Sharp) => Sharp> = {
  // Effort 4 takes three to eight times as long and saves a few percent.
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80 }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
};

async function inAllFormats(
  sharp: SharpModule,
  { data, info }: { data: Buffer; info: OutputInfo },
  width: number,
): Promise<ImageFile[]> {
  const { width: rawWidth, height, channels } = info;
  const image = sharp(data, { raw: { width: rawWidth, height, channels } }).resize(width);
  const files: ImageFile[] = [];
  for (const [format, encode] of Object.entries(encoders)) {
    files.push({ name: `${width}.${format}`, bytes: await encode(image.clone()).toBuffer() });
  }
  return files;
}

const uprightSize = ({ autoOrient }: Metadata) => ({ width: autoOrient.width, height: autoOrient.height });

const wrongType = () => new Fault(415, [{ msg: wrongImageType, field: 'image' }]);

/** Whatever the decoder says about an upload is the upload's fault; its words are not for the caller. */
function refuse(): never {
  throw invalid('The image could not be read', 'image');
}
