import { type Crop, squareOf } from './crop.ts';

/** Twice the largest size served, so that the server can scale down. */
const maxPixels = 768;

/** Draws the square onto the whole canvas; the preview and the upload use the same drawing. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  draw(canvas, picture, { left, top, width: side, height: side });
}

type Part = { left: number; top: number; width: number; height: number };

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { left, top, width, height }: Part): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  // The server also makes transparency white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pixels = Math.min(maxPixels, Math.ceil(squareOf(picture, crop).side));
  canvas.width = pixels;
  canvas.height = pixels;
  drawSquare(canvas, picture, crop);
  return jpegOf(canvas);
}

/** The width of the widest cover served. */
const maxWidth = 1440;

/** Scales to the largest size shown, or to a longest side: a camera's file is ten times that. */
export async function scaledDown(picture: ImageBitmap, longest?: number): Promise<Blob> {
  const scale = longest
    ? Math.min(1, longest / Math.max(picture.width, picture.height))
    : Math.min(1, maxWidth / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  draw(canvas, picture, { left: 0, top: 0, width: picture.width, height: picture.height });
  return jpegOf(canvas);
}

async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error("We couldn't read this image. Choose another one");
  return blob;
}
