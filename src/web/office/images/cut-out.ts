import { type Crop, squareOf } from './crop.ts';

/** Twice the largest size that is made of it, so that the server has something to scale down. */
const maxPixels = 768;

/** Draws the square over all of the canvas; what is seen of it is what is sent. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  draw(canvas, picture, { left, top, width: side, height: side });
}

type Part = { left: number; top: number; width: number; height: number };

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { left, top, width, height }: Part): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  // What is transparent becomes white on the server, too.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/** The square as a file of its own: small, and without what a camera writes beside the pixels. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pixels = Math.min(maxPixels, Math.ceil(squareOf(picture, crop).side));
  canvas.width = pixels;
  canvas.height = pixels;
  drawSquare(canvas, picture, crop);
  return jpegOf(canvas);
}

/** As wide as the widest cover that is made of it. */
const maxWidth = 1440;

/** The whole picture as a file of its own, not larger than what is shown of it: a camera's are ten times that. */
export async function scaledDown(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, maxWidth / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  draw(canvas, picture, { left: 0, top: 0, width: picture.width, height: picture.height });
  return jpegOf(canvas);
}

async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('The image could not be read');
  return blob;
}
