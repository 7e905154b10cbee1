import { ColumnChooser } from './ColumnChooser.tsx';
import type { Column, ColumnChoice } from './columns.ts';
import { DensityButton } from './DensityButton.tsx';
import { TableSortSelect } from './TableSortSelect.tsx';

type TableToolsProps<Row> = {
  columns: Column<Row>[];
  /** `always` if the rows have no other order than those of the columns. */
  sort?: { by: string; onSort: (by: string) => void; always?: boolean };
  choice?: ColumnChoice | undefined;
};

/** How a list is shown; stands in its bar of filters. */
export const TableTools = <Row,>({ columns, sort, choice }: TableToolsProps<Row>) => (
  <div className="ms-auto flex min-w-0 items-center gap-1">
    {sort && (
      <TableSortSelect columns={columns} sort={sort.by} onSort={sort.onSort} always={sort.always ?? false} />
    )}
    {choice && <ColumnChooser choice={choice} />}
    <DensityButton />
  </div>
);
