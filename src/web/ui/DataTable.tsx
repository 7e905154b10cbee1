import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { DensityButton } from './DensityButton.tsx';
import { useCompactRows } from './density.ts';
import { EmptyState } from './EmptyState.tsx';
import { TableHead } from './TableHead.tsx';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { TablePager } from './TablePager.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSearch } from './TableSearch.tsx';
import { TableSortSelect } from './TableSortSelect.tsx';
import { as } from './tableRoles.ts';
import type { TableState } from './tableState.ts';
import { type Column, useTableRows } from './useTableRows.ts';

export type DataTableProps<Row> = {
  caption: string;
  /** Pass stable arrays for `rows` and `columns`. The first column names the row. */
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  state: TableState;
  onStateChange: (state: TableState) => void;
  /** Include the row's name in each action's label. */
  actions?: (row: Row) => ReactNode;
  searchLabel: string;
  /** Stands next to the search; stays visible when there are no rows. */
  filter?: ReactNode;
  empty: ReactNode;
  /** Shows each row on one line, with a choice of row height. Give columns widths. */
  oneLine?: boolean;
};

/** Searches, sorts and pages rows that are all loaded. In narrow places each row is a card. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, rows, columns, rowKey, state, onStateChange, actions, filter, oneLine = false } = props;
  const compact = useCompactRows();
  // The latest state, so that a debounced search does not restore an older sort or page.
  const latest = useRef({ state, onStateChange });
  useEffect(() => {
    latest.current = { state, onStateChange };
  });
  const change = useCallback((part: Partial<TableState>) => {
    latest.current.onStateChange({ ...latest.current.state, page: 1, ...part });
  }, []);
  const search = useCallback((text: string) => change({ search: text }), [change]);
  const view = useTableRows(rows, columns, state, (sort) => change({ sort }));

  if (rows.length === 0 && !filter) return props.empty;
  return (
    <div className="@container grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex grow flex-wrap items-end gap-4">
          <TableSearch label={props.searchLabel} value={state.search} onChange={search} />
          {filter}
        </div>
        {rows.length > 0 && (
          <>
            <TableSortSelect columns={columns} sort={state.sort} onSort={(sort) => change({ sort })} />
            {oneLine && <DensityButton />}
          </>
        )}
      </div>
      {rows.length === 0 ? (
        props.empty
      ) : view.matching === 0 ? (
        <EmptyState
          action={
            <Button variant="secondary" onClick={() => change({ search: '' })}>
              Clear search
            </Button>
          }
        >
          Nothing matches “{state.search.trim()}”.
        </EmptyState>
      ) : (
        <>
          <table
            {...as.table}
            data-density={compact ? 'compact' : undefined}
            className={cx('block w-full @table:table', oneLine && '@table:table-fixed @table:text-sm')}
          >
            <caption className="sr-only">{caption}</caption>
            <TableHead hasActions={actions !== undefined} actionsClass={oneLine ? '@table:w-20' : undefined}>
              {view.table.getFlatHeaders().map(({ id, column }, index) => (
                <TableHeaderCell
                  key={id}
                  column={columns[index]}
                  sorted={column.getIsSorted()}
                  onSort={column.getCanSort() ? () => column.toggleSorting() : undefined}
                />
              ))}
            </TableHead>
            <tbody {...as.rowgroup} data-list="" className="grid grid-cols-1 gap-3 @table:table-row-group">
              {view.shown.map((row) => (
                <TableRow key={rowKey(row)} row={row} columns={columns} actions={actions} oneLine={oneLine} />
              ))}
            </tbody>
          </table>
          <TablePager
            page={view.page}
            pageCount={view.pageCount}
            size={state.size}
            first={view.first}
            shown={view.shown.length}
            total={view.matching}
            onPage={(page) => change({ page })}
            onSize={(size) => change({ size })}
          />
        </>
      )}
    </div>
  );
}
