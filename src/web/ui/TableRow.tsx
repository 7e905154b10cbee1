import type { ReactNode } from 'react';
import { type Column, isBlank } from './columns.ts';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';

type TableRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Low rows, and cards whose facts follow one another (office.css). */
  dense: boolean;
};

export function TableRow<Row>({ row, columns, actions, dense }: TableRowProps<Row>) {
  return (
    <tr
      {...as.row}
      className={
        dense
          ? 'list-row'
          : 'grid grid-cols-1 gap-2 rounded-lg border border-line p-4 @table:table-row @table:border-0 @table:hover:bg-sand'
      }
    >
      {columns.map((column, index) => (
        <BodyCell
          key={column.id}
          row={row}
          column={column}
          heading={index === 0}
          dense={dense}
          className={
            index === 0 &&
            (columns.some(({ card }) => card === 'aside') ? 'grow basis-[calc(100%-9.5rem)]' : 'basis-full')
          }
        />
      ))}
      {actions && (
        <td
          {...as.cell}
          className={
            dense
              ? 'list-cell list-actions'
              : 'pt-1 @table:border-line @table:border-t @table:px-3 @table:py-1'
          }
        >
          <div className="flex gap-2 @table:justify-end">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

type BodyCellProps<Row> = {
  row: Row;
  column: Column<Row>;
  heading: boolean;
  dense: boolean;
  className: string | false;
};

function BodyCell<Row>({ row, column, heading, dense, className }: BodyCellProps<Row>) {
  const Cell = heading ? 'th' : 'td';
  const { kind, cell } = column;
  // A heading with a cell of its own sees to its length itself.
  const isCut = dense && (kind === 'long' || kind === 'name') && !(heading && cell);
  return (
    <Cell
      {...(heading ? { ...as.rowheader, scope: 'row' } : as.cell)}
      data-kind={kind}
      className={cx(
        dense
          ? 'list-cell'
          : 'flex justify-between gap-4 text-start @table:table-cell @table:h-13 @table:border-line @table:border-t @table:px-3 @table:py-2',
        dense && isBlank(row, column) && 'is-blank',
        heading ? 'font-semibold' : 'font-normal',
        column.align === 'end' && '@table:text-end',
        className,
        column.className,
      )}
    >
      {!heading && !(dense && column.card) && (
        <span aria-hidden="true" className="text-muted @table:hidden">
          {column.header}
        </span>
      )}
      <span
        title={isCut ? tooltipOf(row, column) : undefined}
        className={cx('wrap-anywhere min-w-0', heading && 'grow', isCut && 'list-text')}
      >
        {cell ? cell(row) : String(column.value(row))}
      </span>
    </Cell>
  );
}

/** The whole of what may be cut. */
function tooltipOf<Row>(row: Row, { tooltip, cell, value }: Column<Row>): string | undefined {
  if (tooltip) return tooltip(row) || undefined;
  return cell ? undefined : String(value(row));
}
