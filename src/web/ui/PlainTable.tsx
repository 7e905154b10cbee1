import type { ReactNode } from 'react';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { TableRow } from './TableRow.tsx';
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
};

/** For lists that the server sorts and pages. In narrow places each row is a card. */
export function PlainTable<Row>({ caption, rows, columns, rowKey, actions }: PlainTableProps<Row>) {
  return (
    <div className="@container">
      <table {...as.table} className="block w-full @table:table">
        <caption className="sr-only">{caption}</caption>
        <thead {...as.rowgroup} className="sr-only @table:not-sr-only @table:table-header-group">
          <tr {...as.row} className="@table:h-11">
            {columns.map((column) => (
              <TableHeaderCell key={column.id} column={column} sorted={false} onSort={undefined} />
            ))}
            {actions && (
              <th {...as.columnheader} scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...as.rowgroup} data-list="" className="grid grid-cols-1 gap-3 @table:table-row-group">
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} actions={actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
