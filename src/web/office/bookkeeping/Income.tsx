import { useQuery } from '@tanstack/react-query';
import type { IncomeReport } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { figuresOfReport, incomeKinds, keysOf } from '../../../shared/bookkeeping/figures.ts';
import { formatMoney } from '../../../shared/money.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { BarTable } from '../insights/BarTable.tsx';
import { monthLabel } from '../insights/insight-labels.ts';
import { Loaded } from '../page/Loaded.tsx';
import { incomeQuery } from './bookkeeping.queries.ts';
import { MonthTable, sumsOf } from './MonthTable.tsx';
import type { Range } from './periods.ts';

export function Income({ range }: { range: Range }) {
  const query = useQuery(incomeQuery(range));
  return (
    <Loaded query={query} what="The income" skeleton={<TableSkeleton />}>
      {({ months, total }) =>
        months.length === 0 ? (
          <EmptyState>Nothing was paid in this period.</EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-6">
            <MonthTable
              caption="Income by month and kind"
              range={range}
              months={months.map((row) => ({ month: row.month, sums: sumsOfIncome(row) }))}
              total={sumsOfIncome(total)}
              names={figuresOfReport.income}
              always={['income']}
            />
            <p className="text-muted text-sm">
              Waived fees are taken off. Other dues are charges left from a closing, and dues that the office
              added.
            </p>
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:grid-cols-2">
              {months.length > 1 && (
                <BarTable
                  title="Income by month"
                  hint="After waivers"
                  head={['Month', 'Income']}
                  rows={months.map(({ month, income }) => ({ label: monthLabel(month), value: income }))}
                  format={formatMoney}
                />
              )}
              <BarTable
                title="Income by kind"
                hint="In the whole period, before waivers"
                head={['Kind', 'Income']}
                rows={keysOf(incomeKinds)
                  .filter((kind) => total.kinds[kind] !== 0)
                  .map((kind) => ({ label: incomeKinds[kind], value: total.kinds[kind] }))}
                format={formatMoney}
              />
            </div>
          </div>
        )
      }
    </Loaded>
  );
}

const sumsOfIncome = ({ kinds, waived, income }: IncomeReport['total']) =>
  sumsOf({ ...kinds, waived, income });
