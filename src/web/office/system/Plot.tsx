import { useId } from 'react';
import type { SystemMoment } from '../../../shared/system/system.contract.ts';

const width = 240;
const height = 48;

type PlotProps = {
  title: string;
  history: SystemMoment[];
  value: (moment: SystemMoment) => number | null;
  /** Writes a value, such as '12 MB'. */
  format: (value: number) => string;
};

/** The last hour of a value as a line from zero; in words the last and the highest value. */
export function Plot({ title, history, value, format }: PlotProps) {
  const id = useId();
  const values = history.flatMap((moment) => value(moment) ?? []);
  const last = values.at(-1);
  if (last === undefined) return null;
  const highest = Math.max(...values);
  return (
    <figure className="grid gap-2 rounded-lg border border-line bg-surface p-4" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted text-sm">{title}</span>
        <span>
          <strong>{format(last)}</strong>
          <span className="text-muted text-sm">, peak {format(highest)}</span>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-12 w-full text-brand"
      >
        <polyline
          points={points(values, highest)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

/** A single value is a level line. */
function points(values: number[], highest: number): string {
  const shown = values.length > 1 ? values : [...values, ...values];
  const x = (index: number) => (index / (shown.length - 1)) * width;
  const y = (value: number) => height - 1 - (highest > 0 ? value / highest : 0) * (height - 2);
  return shown.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
}
