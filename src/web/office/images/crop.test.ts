import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dragged, maxZoom, squareOf, wholeMiddle } from './crop.ts';

const wide = { width: 1200, height: 800 };
const size = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('a crop', () => {
  test('is the largest square in the middle to begin with', () => {
    expect(squareOf(wide, wholeMiddle)).toEqual({ left: 200, top: 0, side: 800 });
  });

  test('goes from edge to edge, and gets smaller by zooming', () => {
    expect(squareOf(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ left: 0, top: 400, side: 400 });
  });

  test('follows the pointer by as much as it moves', () => {
    const before = squareOf(wide, { zoom: 2, x: 0.5, y: 0.5 });
    const after = squareOf(wide, dragged(wide, { zoom: 2, x: 0.5, y: 0.5 }, 0.25, -0.1));
    expect(after.left - before.left).toBeCloseTo(-100);
    expect(after.top - before.top).toBeCloseTo(40);
  });

  test('never leaves the picture, whatever it is and however far it is dragged', () => {
    const property = fc.property(size, share, share, share, share, share, (picture, zoom, x, y, dx, dy) => {
      const max = maxZoom(picture);
      const crop = { zoom: 1 + zoom * (max - 1), x, y };
      const square = squareOf(picture, dragged(picture, crop, dx * 8 - 4, dy * 8 - 4));
      expect(square.left).toBeGreaterThanOrEqual(0);
      expect(square.top).toBeGreaterThanOrEqual(0);
      expect(square.left + square.side).toBeLessThanOrEqual(picture.width + 1e-6);
      expect(square.top + square.side).toBeLessThanOrEqual(picture.height + 1e-6);
    });
    fc.assert(property);
  });

  test('does not go below the pixels that a picture needs', () => {
    expect(maxZoom({ width: 200, height: 96 })).toBe(1);
    expect(maxZoom({ width: 20, height: 90 })).toBe(1);
    expect(maxZoom({ width: 192, height: 400 })).toBe(2);
    expect(maxZoom({ width: 4000, height: 3000 })).toBe(4);
  });
});
