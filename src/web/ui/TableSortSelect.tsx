import type { Column } from './columns.ts';

type TableSortSelectProps<Row> = {
  columns: Column<Row>[];
  sort: string;
  onSort: (sort: string) => void;
  /** The order that the list begins with has a column of its own. */
  always?: boolean;
};

/** Sorts in card layout, where the headers are hidden. */
export function TableSortSelect<Row>({ columns, sort, onSort, always = false }: TableSortSelectProps<Row>) {
  const sortable = columns.filter((column) => column.sortable ?? true);
  return (
    <label className="@table:hidden min-w-0 text-sm">
      <span className="sr-only">Sort by</span>
      <select
        value={sort}
        onChange={(event) => onSort(event.target.value)}
        className="min-h-9 max-w-full rounded-md border border-field-border bg-surface px-2 text-text pointer-coarse:min-h-11"
      >
        {!always && <option value="">As listed</option>}
        {sortable.flatMap(({ id, header, orders = [`${header}, ascending`, `${header}, descending`] }) => [
          <option key={id} value={id}>
            {orders[0]}
          </option>,
          <option key={`-${id}`} value={`-${id}`}>
            {orders[1]}
          </option>,
        ])}
      </select>
    </label>
  );
}
