import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';
import type { Column } from './useTableRows.ts';

type Sorted = 'asc' | 'desc' | false;

type HeaderCellProps<Row> = {
  column: Column<Row> | undefined;
  sorted: Sorted;
  onSort: (() => void) | undefined;
};

export function TableHeaderCell<Row>({ column, sorted, onSort }: HeaderCellProps<Row>) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      {...as.columnheader}
      scope="col"
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(
        'p-0 font-semibold text-muted text-sm',
        column?.align === 'end' ? 'text-end' : 'text-start',
        column?.className,
      )}
    >
      {onSort ? (
        <>
          {/* In card layout the header is text only: a select sorts. */}
          <span className="@table:hidden">{column?.header}</span>
          <button
            type="button"
            onClick={onSort}
            className="hidden min-h-11 items-center gap-1 whitespace-nowrap rounded-md px-3 hover:text-text @table:inline-flex"
          >
            {column?.header}
            <Icon className={cx('size-4', !sorted && 'opacity-60')} />
          </button>
        </>
      ) : (
        <span className="px-3">{column?.header}</span>
      )}
    </th>
  );
}
