import { useQuery } from '@tanstack/react-query';
import type { DeductionsReport } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { figuresOfReport } from '../../../shared/bookkeeping/figures.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { deductionsQuery } from './bookkeeping.queries.ts';
import { MonthTable, sumsOf } from './MonthTable.tsx';
import type { Range } from './periods.ts';

export function Deductions({ range }: { range: Range }) {
  const query = useQuery(deductionsQuery(range));
  return (
    <Loaded query={query} what="The deductions" skeleton={<TableSkeleton />}>
      {({ months, total }) =>
        months.length === 0 ? (
          <EmptyState>Nothing was deducted in this period.</EmptyState>
        ) : (
          <MonthTable
            caption="Deductions by month and kind"
            range={range}
            months={months.map((row) => ({ month: row.month, sums: sumsOfDeductions(row) }))}
            total={sumsOfDeductions(total)}
            names={figuresOfReport.deductions}
            always={['deductions']}
          />
        )
      }
    </Loaded>
  );
}

const sumsOfDeductions = ({ kinds, deductions }: DeductionsReport['total']) =>
  sumsOf({ ...kinds, deductions });
