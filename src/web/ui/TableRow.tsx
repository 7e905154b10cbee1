import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';
import type { Column } from './useTableRows.ts';

type TableRowProps<Row> = { row: Row; columns: Column<Row>[]; actions?: (row: Row) => ReactNode };

export function TableRow<Row>({ row, columns, actions }: TableRowProps<Row>) {
  return (
    <tr
      {...as.row}
      className="grid grid-cols-1 gap-2 rounded-lg border border-line p-4 @table:table-row @table:border-0 @table:hover:bg-sand"
    >
      {columns.map((column, index) => (
        <BodyCell key={column.id} row={row} column={column} heading={index === 0} />
      ))}
      {actions && (
        <td {...as.cell} className="pt-1 @table:border-line @table:border-t @table:px-3 @table:py-1">
          <div className="flex gap-2 @table:justify-end">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

function BodyCell<Row>({ row, column, heading }: { row: Row; column: Column<Row>; heading: boolean }) {
  const Cell = heading ? 'th' : 'td';
  return (
    <Cell
      {...(heading ? { ...as.rowheader, scope: 'row' } : as.cell)}
      className={cx(
        'flex justify-between gap-4 text-start @table:table-cell @table:h-13 @table:border-line @table:border-t @table:px-3 @table:py-2',
        heading ? 'font-semibold' : 'font-normal',
        column.align === 'end' && '@table:text-end',
        column.className,
      )}
    >
      {!heading && (
        <span aria-hidden="true" className="text-muted @table:hidden">
          {column.header}
        </span>
      )}
      <span className="wrap-anywhere min-w-0">
        {column.cell ? column.cell(row) : String(column.value(row))}
      </span>
    </Cell>
  );
}
