import { ChartCard } from './ChartCard.tsx';
import { whole } from './insight-labels.ts';

interface Row {
  label: string;
  value: number;
  /** Stands next to the value, such as a share. */
  note?: string;
}

interface BarTableProps {
  title: string;
  /** Explains what the table counts, and from which records. */
  hint: string;
  head: [label: string, value: string, note?: string];
  rows: Row[];
  /** Writes a value; without it, as a whole number. */
  format?: (value: number) => string;
}

/** A table with a bar in each row: without the bars it has the same figures. */
export function BarTable({ title, hint, head: [label, value, note], rows, format = whole }: BarTableProps) {
  const widest = Math.max(1, ...rows.map((row) => row.value));
  return (
    <ChartCard title={title} hint={hint}>
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pb-2 text-start font-semibold">
              {label}
            </th>
            <th scope="col" className="pb-2 text-end font-semibold">
              {value}
            </th>
            {note && (
              <th scope="col" className="pb-2 ps-3 text-end font-semibold">
                {note}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className="border-line border-t">
              <th scope="row" className="wrap-anywhere w-full py-2 text-start font-normal">
                {row.label}
                <svg className="mt-1 block h-3 w-full" aria-hidden="true">
                  <rect height="100%" width="100%" className="fill-sand" />
                  <rect
                    height="100%"
                    width={`${(100 * Math.max(0, row.value)) / widest}%`}
                    className="fill-brand"
                  />
                </svg>
              </th>
              <td className="whitespace-nowrap py-2 ps-3 text-end align-top">{format(row.value)}</td>
              {note && <td className="whitespace-nowrap py-2 ps-3 text-end align-top">{row.note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  );
}
