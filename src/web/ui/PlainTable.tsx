import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { DensityButton } from './DensityButton.tsx';
import { useCompactRows } from './density.ts';
import { TableHead } from './TableHead.tsx';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSortSelect } from './TableSortSelect.tsx';
import { as } from './tableRoles.ts';
import type { Column } from './useTableRows.ts';

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
  /** Shows each row on one line, with a choice of row height. Give columns widths. */
  oneLine?: boolean;
  /** Stands next to the choice of row height. */
  toolbar?: ReactNode;
};

/** For lists that the server sorts and pages. In narrow places each row is a card. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const {
    caption,
    rows,
    columns,
    rowKey,
    actions,
    actionsClass = '@table:w-24',
    sort,
    oneLine = false,
    toolbar,
  } = props;
  const compact = useCompactRows();
  return (
    <div className="@container grid grid-cols-1 gap-2">
      {(oneLine || toolbar) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <div>{toolbar}</div>
          {sort && (
            <TableSortSelect
              columns={columns.filter(({ sortable }) => sortable)}
              sort={sort.by}
              onSort={sort.onSort}
            />
          )}
          {oneLine && <DensityButton />}
        </div>
      )}
      <table
        {...as.table}
        data-density={compact ? 'compact' : undefined}
        className={cx('block w-full @table:table', oneLine && '@table:table-fixed @table:text-sm')}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead hasActions={actions !== undefined} actionsClass={actionsClass}>
          {columns.map((column) => (
            <TableHeaderCell
              key={column.id}
              column={column}
              sorted={sort?.by === column.id ? 'asc' : sort?.by === `-${column.id}` ? 'desc' : false}
              onSort={
                column.sortable && sort
                  ? () => sort.onSort(sort.by === `-${column.id}` ? column.id : `-${column.id}`)
                  : undefined
              }
            />
          ))}
        </TableHead>
        <tbody {...as.rowgroup} data-list="" className="grid grid-cols-1 gap-3 @table:table-row-group">
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} actions={actions} oneLine={oneLine} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
