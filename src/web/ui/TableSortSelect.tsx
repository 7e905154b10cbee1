import type { Column } from './useTableRows.ts';

type TableSortSelectProps<Row> = { columns: Column<Row>[]; sort: string; onSort: (sort: string) => void };

/** Sorts in card layout, where the headers are hidden. */
export function TableSortSelect<Row>({ columns, sort, onSort }: TableSortSelectProps<Row>) {
  const sortable = columns.filter((column) => column.sortable ?? true);
  return (
    <label className="flex items-center gap-2 text-muted text-sm @table:hidden">
      Sort by
      <select
        value={sort}
        onChange={(event) => onSort(event.target.value)}
        className="min-h-11 rounded-md border border-field-border bg-surface px-2 text-text"
      >
        <option value="">As listed</option>
        {sortable.flatMap(({ id, header }) => [
          <option key={id} value={id}>
            {header}, ascending
          </option>,
          <option key={`-${id}`} value={`-${id}`}>
            {header}, descending
          </option>,
        ])}
      </select>
    </label>
  );
}
