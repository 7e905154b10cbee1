import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PromiseReport } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { counted } from '../../../shared/counted.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { BarTable } from '../insights/BarTable.tsx';
import { monthLabel, shareLabel, whole } from '../insights/insight-labels.ts';
import { Loaded } from '../page/Loaded.tsx';
import { promiseQuery } from './bookkeeping.queries.ts';
import { monthWithin, type Range } from './periods.ts';
import { sourcesPath } from './report-paths.ts';

type Row = PromiseReport['months'][number];

export function PromiseDays({ range }: { range: Range }) {
  const query = useQuery(promiseQuery(range));
  return (
    <Loaded query={query} what="The promise" skeleton={<TableSkeleton />}>
      {({ months, total, days }) =>
        months.length === 0 ? (
          <EmptyState>No closing with a complete package was paid in this period.</EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-6">
            <PlainTable
              caption="The promise by month"
              rows={months.length > 1 ? [...months, { month: '', ...total }] : months}
              columns={columnsOf(range)}
              rowKey={({ month }) => month}
            />
            <BarTable
              title="Days to payment"
              hint="From the complete package, by the calendar; 0 is the same day"
              head={['Days', 'Payments']}
              rows={days.map((each) => ({ label: counted(each.days, 'day'), value: each.paid }))}
            />
          </div>
        )
      }
    </Loaded>
  );
}

const columnsOf = (range: Range): Column<Row>[] => [
  {
    id: 'month',
    header: 'Month',
    value: ({ month }) => month,
    cell: ({ month }) => (
      <span className="whitespace-nowrap">{month === '' ? 'All months' : monthLabel(month)}</span>
    ),
  },
  {
    id: 'paid',
    header: 'Payments',
    align: 'end',
    value: ({ paid }) => paid,
    cell: ({ month, paid }) => (
      <Link
        to={sourcesPath({ figure: 'days', ...(month === '' ? range : monthWithin(month, range)) })}
        className="text-brand underline underline-offset-4 hover:text-brand-hover"
      >
        {whole(paid)}
      </Link>
    ),
  },
  { id: 'inTime', header: 'Within the promise', align: 'end', value: ({ inTime }) => whole(inTime) },
  { id: 'share', header: 'Share', align: 'end', value: ({ inTime, paid }) => shareLabel(inTime, paid) },
  {
    id: 'average',
    header: 'Days on average',
    align: 'end',
    value: ({ average }) => (average === null ? '—' : String(average)),
  },
  {
    id: 'longest',
    header: 'Longest',
    align: 'end',
    value: ({ longest }) => (longest === null ? '—' : counted(longest, 'day')),
  },
];
