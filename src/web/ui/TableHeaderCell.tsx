import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ReactNode } from 'react';
import type { Column, Sorted } from './columns.ts';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';

type HeaderCellProps<Row> = {
  column: Column<Row> | undefined;
  sorted: Sorted;
  onSort: (() => void) | undefined;
  dense: boolean;
  /** Stands before the header, above cards too. */
  before?: ReactNode;
};

export function TableHeaderCell<Row>({ column, sorted, onSort, dense, before }: HeaderCellProps<Row>) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      {...as.columnheader}
      scope="col"
      aria-label={before ? column?.header : undefined}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(
        '@table:not-sr-only @table:table-cell p-0 font-semibold text-muted text-sm',
        before ? 'block' : 'sr-only',
        column?.align === 'end' ? 'text-end' : 'text-start',
        column?.className,
      )}
    >
      <span className={cx('inline-flex items-center', column?.align === 'end' && 'justify-end')}>
        {before}
        {onSort ? (
          <>
            {/* In card layout the header is text only: a select sorts. */}
            <span className="sr-only @table:hidden">{column?.header}</span>
            <button
              type="button"
              onClick={onSort}
              className={cx(
                'hidden items-center gap-1 whitespace-nowrap rounded-md hover:text-text @table:inline-flex',
                dense ? 'min-h-9 px-1.5 @5xl:px-2' : 'min-h-11 px-3',
              )}
            >
              {column?.header}
              <Icon className={cx('size-4', !sorted && 'opacity-60')} />
            </button>
          </>
        ) : (
          <span
            className={cx('sr-only @table:not-sr-only', dense ? '@table:px-1.5 @5xl:px-2' : '@table:px-3')}
          >
            {column?.header}
          </span>
        )}
      </span>
    </th>
  );
}
