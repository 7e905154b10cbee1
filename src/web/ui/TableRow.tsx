import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';
import type { Column } from './useTableRows.ts';

type TableRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Cut off what does not fit; a tooltip shows the whole. */
  oneLine: boolean;
};

export function TableRow<Row>({ row, columns, actions, oneLine }: TableRowProps<Row>) {
  return (
    <tr
      {...as.row}
      className="grid grid-cols-1 gap-2 rounded-lg border border-line p-4 @table:table-row @table:border-0 @table:hover:bg-sand"
    >
      {columns.map((column, index) => (
        <BodyCell key={column.id} row={row} column={column} heading={index === 0} oneLine={oneLine} />
      ))}
      {actions && (
        <td {...as.cell} className="pt-1 @table:border-line @table:border-t @table:px-3 @table:py-1">
          <div className="flex gap-2 @table:justify-end">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

type BodyCellProps<Row> = { row: Row; column: Column<Row>; heading: boolean; oneLine: boolean };

function BodyCell<Row>({ row, column, heading, oneLine }: BodyCellProps<Row>) {
  const Cell = heading ? 'th' : 'td';
  return (
    <Cell
      {...(heading ? { ...as.rowheader, scope: 'row' } : as.cell)}
      className={cx(
        'flex justify-between gap-4 text-start @table:table-cell @table:h-13 @table:border-line @table:border-t @table:px-3 @table:py-2',
        '@table:in-data-[density=compact]:h-10 @table:in-data-[density=compact]:py-0.5',
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
      <span
        title={oneLine ? tooltipOf(row, column) : undefined}
        className={cx('wrap-anywhere min-w-0', oneLine && '@table:block @table:truncate')}
      >
        {column.cell ? column.cell(row) : String(column.value(row))}
      </span>
    </Cell>
  );
}

function tooltipOf<Row>(row: Row, { tooltip, cell, value }: Column<Row>): string | undefined {
  if (tooltip) return tooltip(row) || undefined;
  return cell ? undefined : String(value(row));
}
