import { useId } from 'react';
import { type Crop, maxZoom, type Size, squareOf } from './crop.ts';

type CropSlidersProps = { picture: Size; crop: Crop; onCrop: (crop: Crop) => void };

/** The alternative to dragging, also by keyboard (WCAG 2.5.7). */
export function CropSliders({ picture, crop, onCrop }: CropSlidersProps) {
  const { side } = squareOf(picture, crop);
  const percent = (share: number) => Math.round(share * 100);
  return (
    <div className="grid gap-2">
      <Slider
        label="Zoom"
        min={100}
        max={percent(maxZoom(picture))}
        value={percent(crop.zoom)}
        onValue={(value) => onCrop({ ...crop, zoom: value / 100 })}
      />
      <Slider
        label="Left to right"
        max={picture.width > side ? 100 : 0}
        value={percent(crop.x)}
        onValue={(value) => onCrop({ ...crop, x: value / 100 })}
      />
      <Slider
        label="Top to bottom"
        max={picture.height > side ? 100 : 0}
        value={percent(crop.y)}
        onValue={(value) => onCrop({ ...crop, y: value / 100 })}
      />
    </div>
  );
}

type SliderProps = {
  label: string;
  min?: number;
  /** Equals `min` when there is no range. */
  max: number;
  value: number;
  onValue: (value: number) => void;
};

function Slider({ label, min = 0, max, value, onValue }: SliderProps) {
  const id = useId();
  const isFixed = max <= min;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-3">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={isFixed ? min + 100 : max}
        value={value}
        disabled={isFixed}
        aria-valuetext={`${value} percent`}
        onChange={(event) => onValue(event.target.valueAsNumber)}
        className="h-6 w-full accent-brand pointer-coarse:h-11"
      />
    </div>
  );
}
