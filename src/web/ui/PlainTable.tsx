import type { ReactNode } from 'react';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { TableRow } from './TableRow.tsx';
import { as } from './tableRoles.ts';
import type { Column } from './useTableRows.ts';

type PlainTableProps<Row> = {
  /** Names the table: 'Audit log'. */
  caption: string;
  rows: Row[];
  /** The first one names the row. */
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** The buttons and links of a row; say in each what it concerns. */
  actions?: (row: Row) => ReactNode;
};

/** Rows as they come, for lists that the server orders and cuts into pages. In a narrow place each is a card. */
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
