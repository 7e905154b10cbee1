import { type Crop, squareOf } from './crop.ts';

/** Twice the largest size that is made of it, so that the server has something to scale down. */
const mostPixels = 768;

/** Draws the square over all of the canvas; what is seen of it is what is sent. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  // What is transparent becomes white on the server, too.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as a file of its own: small, and without what a camera writes beside the pixels. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pixels = Math.min(mostPixels, Math.ceil(squareOf(picture, crop).side));
  canvas.width = pixels;
  canvas.height = pixels;
  drawSquare(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('The image could not be read');
  return blob;
}
