import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';
import { type Column, isBlank } from './useTableRows.ts';

type TableRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Low rows, and cards whose facts follow one another. */
  dense: boolean;
};

export function TableRow<Row>({ row, columns, actions, dense }: TableRowProps<Row>) {
  const isShared = columns.filter(({ kind }) => kind === 'long').length > 1;
  return (
    <tr
      {...as.row}
      className={cx(
        'rounded-lg border border-line @table:table-row @table:border-0 @table:hover:bg-sand',
        dense ? 'flex flex-wrap gap-x-4 gap-y-0.5 px-3 py-2 text-sm' : 'grid grid-cols-1 gap-2 p-4',
      )}
    >
      {columns.map((column, index) => (
        <BodyCell
          key={column.id}
          row={row}
          column={column}
          heading={index === 0}
          dense={dense}
          className={cx(
            index === 0 && (columns.some(({ card }) => card === 'aside') ? 'grow basis-0' : 'basis-full'),
            column.kind === 'long' && (isShared ? 'basis-full @table:w-1/2' : 'basis-full @table:w-full'),
          )}
        />
      ))}
      {actions && (
        <td
          {...as.cell}
          className={cx(
            '@table:border-line @table:border-t',
            dense
              ? 'ms-auto @table:px-1.5 @5xl:px-2 pointer-fine:in-data-[density=compact]:[&_.button]:min-h-7'
              : 'pt-1 @table:px-3 @table:py-1',
          )}
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
  className: string;
};

/** What a name or a long text has no room for is cut; a tooltip shows the whole. */
const looks = {
  fixed: '@table:whitespace-nowrap',
  name: cx(
    '@table:line-clamp-2 @table:max-w-[24ch] @table:@max-5xl:min-w-(--name-room,16ch) @5xl:line-clamp-none @5xl:truncate',
    '@table:in-data-[density=compact]:line-clamp-none @table:in-data-[density=compact]:truncate @table:@max-5xl:in-data-[density=compact]:max-w-(--name-room,18ch)',
  ),
  long: '@table:line-clamp-2 @table:min-w-[8ch] @table:in-data-[density=compact]:line-clamp-1',
};

function BodyCell<Row>({ row, column, heading, dense, className }: BodyCellProps<Row>) {
  const Cell = heading ? 'th' : 'td';
  return (
    <Cell
      {...(heading ? { ...as.rowheader, scope: 'row' } : as.cell)}
      data-kind={column.kind}
      className={cx(
        'text-start @table:table-cell @table:border-line @table:border-t',
        dense
          ? '@table:in-data-[density=compact]:h-8 @table:in-data-[density=compact]:py-0 @table:h-12 @table:px-1.5 @table:py-0.5 @5xl:px-2'
          : '@table:h-13 @table:px-3 @table:py-2',
        dense && isBlank(row, column) ? 'hidden' : 'flex',
        dense ? 'min-w-0 items-baseline gap-1.5' : 'justify-between gap-4',
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
        title={column.kind && column.kind !== 'fixed' ? tooltipOf(row, column) : undefined}
        className={cx(
          'wrap-anywhere min-w-0',
          heading && 'grow',
          column.kind && !(heading && column.cell) && looks[column.kind],
        )}
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
