import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  functionalUpdate,
  rowPaginationFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { searchForm } from '../../shared/search/search-form.ts';
import type { Column } from './columns.ts';
import type { TableState } from './tableState.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});

const collator = new Intl.Collator('en-US', { numeric: true });

function compare(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

function matches<Row>(row: Row, columns: Column<Row>[], wanted: string): boolean {
  return columns.some(({ text, value }) => {
    if (text === null) return false;
    return searchForm(text ? text(row) : String(value(row))).includes(wanted);
  });
}

function toColumnDef<Row extends object>(column: Column<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    accessorFn: column.value,
    enableSorting: column.sortable ?? true,
    sortDescFirst: column.descendingFirst ?? false,
    sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
  };
}

function toSorting(sort: string): SortingState {
  const desc = sort.startsWith('-');
  return sort ? [{ id: desc ? sort.slice(1) : sort, desc }] : [];
}

function fromSorting([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : '';
}

/** Filters, sorts and pages. `rows` and `columns` must be stable arrays. A page beyond the last is the last. */
export function useTableRows<Row extends object>(
  rows: Row[],
  columns: Column<Row>[],
  state: TableState,
  onSort: (sort: string) => void,
) {
  const matching = useMemo(() => {
    const wanted = searchForm(state.search);
    return wanted ? rows.filter((row) => matches(row, columns, wanted)) : rows;
  }, [rows, columns, state.search]);
  const definitions = useMemo(() => columns.map(toColumnDef<Row>), [columns]);
  const sorting = useMemo(() => toSorting(state.sort), [state.sort]);

  const pageSize = state.size === 'all' ? Number.POSITIVE_INFINITY : state.size;
  const pageCount = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(state.page, pageCount);
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize }), [page, pageSize]);

  const table = useTable({
    features,
    columns: definitions,
    data: matching,
    state: { sorting, pagination },
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
    onSortingChange: (updater) => onSort(fromSorting(functionalUpdate(updater, sorting))),
  });
  const shown = table.getRowModel().rows.map((row) => row.original);
  const first = matching.length === 0 ? 0 : (page - 1) * Math.min(pageSize, matching.length) + 1;
  return { table, shown, page, pageCount, first, matching: matching.length };
}
