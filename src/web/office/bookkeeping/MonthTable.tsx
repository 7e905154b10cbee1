import { type Figure, figures } from '../../../shared/bookkeeping/figures.ts';
import type { Column } from '../../ui/columns.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { monthLabel } from '../insights/insight-labels.ts';
import { monthWithin, type Range } from './periods.ts';
import { sourcesPath } from './report-paths.ts';
import { SumLink } from './SumLink.tsx';

export interface MonthRow {
  /** '' for the sum of all. */
  month: string;
  sums: ReadonlyMap<Figure, number>;
}

interface MonthTableProps {
  caption: string;
  range: Range;
  months: MonthRow[];
  total: ReadonlyMap<Figure, number>;
  /** Those that are nothing in every month are left out, unless listed in `always`. */
  names: readonly Figure[];
  always: readonly Figure[];
}

/** A row for each month and one for all of them; each sum leads to its sources. */
export function MonthTable({ caption, range, months, total, names, always }: MonthTableProps) {
  const rows: MonthRow[] = months.length > 1 ? [...months, { month: '', sums: total }] : months;
  const isShown = (name: Figure) => always.includes(name) || rows.some(({ sums }) => sums.get(name) !== 0);
  const columns: Column<MonthRow>[] = [
    {
      id: 'month',
      header: 'Month',
      value: ({ month }) => month,
      cell: ({ month }) => (
        <span className="whitespace-nowrap">{month === '' ? 'All months' : monthLabel(month)}</span>
      ),
    },
    ...names.filter(isShown).map(
      (name): Column<MonthRow> => ({
        id: name,
        header: figures[name],
        align: 'end',
        value: ({ sums }) => sums.get(name) ?? 0,
        cell: ({ month, sums }) => (
          <SumLink
            cents={sums.get(name) ?? 0}
            to={sourcesPath({ figure: name, ...(month === '' ? range : monthWithin(month, range)) })}
          />
        ),
      }),
    ),
  ];
  return <PlainTable caption={caption} rows={rows} columns={columns} rowKey={({ month }) => month} />;
}

/** Sums by their figures, for a table. */
export const sumsOf = (sums: Partial<Record<Figure, number>>): ReadonlyMap<Figure, number> =>
  new Map(Object.entries(sums).flatMap(([name, sum]) => (isFigure(name) ? [[name, sum]] : [])));

const isFigure = (name: string): name is Figure => Object.hasOwn(figures, name);
