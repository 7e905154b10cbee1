import type { ReactNode } from 'react';
import { type Column, type ColumnChoice, nextSort, shownColumns, sortedBy } from './columns.ts';
import { cx } from './cx.ts';
import { useCompactRows } from './density.ts';
import { TableHead } from './TableHead.tsx';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { TableRow } from './TableRow.tsx';
import { as } from './tableRoles.ts';
import { useRowKeys } from './useRowKeys.ts';

type PlainTableProps<Row> = {
  caption: string;
  rows: Row[];
  /** The first column names the row. */
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** Include the row's name in each action's label. */
  actions?: (row: Row) => ReactNode;
  /** The width of the actions, for rows on one line. */
  actionsClass?: string;
  /** The order that the server sorts in, such as 'date' or '-date', and how to ask for another. */
  sort?: { by: string; onSort: (by: string) => void };
  /** Low rows, as high as the user likes, for a list of its own; without it, figures within a page. */
  dense?: boolean;
  /** The columns that its user has chosen. */
  choice?: ColumnChoice;
  /** A box that selects all rows, in the head. */
  selectAll?: ReactNode;
};

/** For lists that the server sorts and pages. In narrow places each row is a card. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { caption, rows, rowKey, actions, actionsClass, sort, dense = false, choice, selectAll } = props;
  const compact = useCompactRows();
  const columns = dense ? shownColumns(props.columns, rows, choice) : props.columns;
  const keys = useRowKeys(1, rows.length);
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <table
        {...as.table}
        data-density={compact ? 'compact' : undefined}
        className={cx('block w-full @table:table', dense && '@table:text-sm')}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead hasActions={actions !== undefined} actionsClass={actionsClass} dense={dense}>
          {columns.map((column, index) => (
            <TableHeaderCell
              key={column.id}
              column={column}
              sorted={sort ? sortedBy(sort.by, column.id) : false}
              onSort={
                column.sortable && sort ? () => sort.onSort(nextSort(sort.by, column.id, true)) : undefined
              }
              dense={dense}
              before={index === 0 && selectAll}
            />
          ))}
        </TableHead>
        <tbody
          {...as.rowgroup}
          {...(dense && keys)}
          data-list=""
          className={cx('grid grid-cols-1 @table:table-row-group', dense ? 'gap-2' : 'gap-3')}
        >
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} actions={actions} dense={dense} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
