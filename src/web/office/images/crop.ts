/** Which square of a picture is meant. */
export interface Crop {
  /** 1 for the largest square that fits, 2 for half its side … */
  zoom: number;
  /** Where the square is in the room that it has: 0 for left or top, 1 for right or bottom. */
  x: number;
  y: number;
}

export const wholeMiddle: Crop = { zoom: 1, x: 0.5, y: 0.5 };

export interface Size {
  width: number;
  height: number;
}

/** Fewer pixels than the smallest size that is made would only be blurred. */
const smallestSide = 96;

export const maxZoom = ({ width, height }: Size): number =>
  Math.min(4, Math.max(1, Math.min(width, height) / smallestSide));

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/**
 * The crop after the picture has been dragged by `dx`, `dy`, as shares of the square's side: it follows the pointer, so
 * the square goes the other way.
 */
export function dragged(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = squareOf(size, crop);
  const moved = (place: number, by: number, room: number) =>
    room > 0 ? Math.min(1, Math.max(0, place - (by * side) / room)) : place;
  return {
    ...crop,
    x: moved(crop.x, dx, size.width - side),
    y: moved(crop.y, dy, size.height - side),
  };
}
