export interface Crop {
  /** 1 for the largest square that fits, 2 for half its side … */
  zoom: number;
  x: number;
  y: number;
}

export const wholeMiddle: Crop = { zoom: 1, x: 0.5, y: 0.5 };

export interface Size {
  width: number;
  height: number;
}

/** The least width in pixels; the server would have to enlarge a smaller square. */
const smallestSide = 96;

export const maxZoom = ({ width, height }: Size): number =>
  Math.min(4, Math.max(1, Math.min(width, height) / smallestSide));

export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/** The crop after dragging by `dx`, `dy` (shares of the square's side); the square moves against the pointer. */
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
