import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { imageTypeOf } from '../../../shared/images/image-type.ts';
import { type ImageFormat, imageKinds } from '../../../shared/images/images.ts';
import type { ImageFile } from './image-store.ts';
import { type Rejection, type Result, type Task, task } from './image-task.ts';

/** A process for one image (process-image.ts), as decoders of untrusted input may crash or use much memory. */

// The server has priority.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
// Only accepted formats: libvips can also read SVG, PDF, TIFF and more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

process.once('message', async (message) => {
  const bytes = await buffer(process.stdin);
  const result = await resultOf(bytes, task.parse(message)).catch((): Rejection => ({ rejected: 'broken' }));
  // The server may have ended in between.
  process.send?.(result, () => process.connected && process.disconnect());
});

async function resultOf(bytes: Uint8Array, { kind, maxPixels }: Task): Promise<Result> {
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  if (format !== imageTypeOf(bytes)) return { rejected: 'wrong type' };
  if (width * height > maxPixels) return { rejected: 'too many pixels' };
  const { widths, fit, formats } = imageKinds[kind];
  const largest = Math.max(...widths);
  // 'error' and not 'warning': cameras write JPEGs with harmless oddities.
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  if (fit === 'in-square')
    image.resize(largest, largest, { fit: 'contain', background: '#0000' }).ensureAlpha();
  else {
    // Keeps the aspect ratio, except for strips taller than any screen, which are cropped to the middle.
    const tallest = fit === 'square' ? largest : Math.min(2 * largest, Math.ceil((largest * height) / width));
    image.resize(largest, tallest, { fit: 'cover' }).flatten({ background: 'white' });
  }
  const decoded = await image.toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const files: ImageFile[] = [];
  for (const wanted of widths) files.push(...(await encoded(decoded, wanted, formats)));
  return { width, height: fit === 'whole' ? Math.min(height, 2 * width) : height, files };
}

const encoders: Record<ImageFormat, (image: Sharp) => Sharp> = {
  // Effort 4 takes three to eight times as long and saves a few percent.
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80 }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
  png: (image) => image.png({ palette: true, quality: 90, effort: 7 }),
};

async function encoded(
  { data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo },
  wanted: number,
  formats: readonly ImageFormat[],
): Promise<ImageFile[]> {
  const image = sharp(data, { raw: { width, height, channels } }).resize(wanted);
  const files: ImageFile[] = [];
  for (const format of formats) {
    files.push({ name: `${wanted}.${format}`, bytes: await encoders[format](image.clone()).toBuffer() });
  }
  return files;
}
