import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { type Column, type ColumnChoice, nextSort, shownColumns, sortedBy } from './columns.ts';
import { useCompactRows } from './density.ts';
import { EmptyState } from './EmptyState.tsx';
import { FilterBar } from './Filters.tsx';
import { TableHead } from './TableHead.tsx';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { TablePager } from './TablePager.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSearch } from './TableSearch.tsx';
import { TableTools } from './TableTools.tsx';
import { as } from './tableRoles.ts';
import type { TableState } from './tableState.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useTableRows } from './useTableRows.ts';

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
  /** The columns that its user has chosen. */
  choice?: ColumnChoice;
};

/** Searches, sorts and pages rows that are all loaded. In narrow places each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, columns, rowKey, state, onStateChange, actions, filter, choice } = props;
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
  const view = useTableRows(rows, columns, state);

  const keys = useRowKeys(view.first, view.matching);
  const shown = shownColumns(columns, view.shown, choice);

  if (rows.length === 0 && !filter) return props.empty;
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <FilterBar
        search={<TableSearch label={props.searchLabel} value={state.search} onChange={search} />}
        tools={
          rows.length > 0 && (
            <TableTools
              columns={columns}
              sort={{ by: state.sort, onSort: (sort) => change({ sort }) }}
              choice={choice}
            />
          )
        }
      >
        {filter}
      </FilterBar>
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
            className="block w-full @table:table @table:text-sm"
          >
            <caption className="sr-only">{caption}</caption>
            <TableHead hasActions={actions !== undefined} dense>
              {shown.map((column) => (
                <TableHeaderCell
                  key={column.id}
                  column={column}
                  sorted={sortedBy(state.sort, column.id)}
                  onSort={
                    (column.sortable ?? true)
                      ? () => change({ sort: nextSort(state.sort, column.id, column.descendingFirst) })
                      : undefined
                  }
                  dense
                />
              ))}
            </TableHead>
            <tbody
              {...as.rowgroup}
              {...keys}
              data-list=""
              className="grid grid-cols-1 gap-2 @table:table-row-group"
            >
              {view.shown.map((row) => (
                <TableRow key={rowKey(row)} row={row} columns={shown} actions={actions} dense />
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
