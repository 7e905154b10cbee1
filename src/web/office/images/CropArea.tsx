import { type PointerEvent, useEffect, useRef } from 'react';
import { type Crop, dragged } from './crop.ts';
import { drawSquare } from './cut-out.ts';

/** Sharp at two device pixels per CSS pixel. */
const pixels = 576;

type CropAreaProps = { picture: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void };

/** A draggable preview of the square; the sliders do the same without dragging. */
export function CropArea({ picture, crop, onCrop }: CropAreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop);
  }, [picture, crop]);

  function drag({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLCanvasElement>) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const side = currentTarget.clientWidth;
    onCrop(dragged(picture, crop, movementX / side, movementY / side));
  }

  return (
    <div className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-md">
      <canvas
        ref={canvas}
        width={pixels}
        height={pixels}
        role="img"
        aria-label="Crop preview"
        className="size-full cursor-grab touch-none active:cursor-grabbing"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 rounded-full outline-100 outline-scrim"
      />
    </div>
  );
}
