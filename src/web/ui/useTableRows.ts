import { useMemo } from 'react';
import { searchForm } from '../../shared/search/search-form.ts';
import { type Column, sortedBy } from './columns.ts';
import type { TableState } from './tableState.ts';

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

/** Rows that are equal in the column stay in their given order, whatever the direction. */
function inOrder<Row>(rows: Row[], columns: Column<Row>[], sort: string): Row[] {
  const column = columns.find(({ id, sortable = true }) => sortable && sortedBy(sort, id));
  if (!column) return rows;
  const direction = sortedBy(sort, column.id) === 'desc' ? -1 : 1;
  return rows.toSorted((a, b) => direction * compare(column.value(a), column.value(b)));
}

/** Filters, sorts and pages. `rows` and `columns` must be stable arrays. A page beyond the last is the last. */
export function useTableRows<Row>(rows: Row[], columns: Column<Row>[], state: TableState) {
  const matching = useMemo(() => {
    const wanted = searchForm(state.search);
    return wanted ? rows.filter((row) => matches(row, columns, wanted)) : rows;
  }, [rows, columns, state.search]);
  const sorted = useMemo(() => inOrder(matching, columns, state.sort), [matching, columns, state.sort]);

  const size = state.size === 'all' ? Math.max(1, sorted.length) : state.size;
  const pageCount = Math.max(1, Math.ceil(sorted.length / size));
  const page = Math.min(state.page, pageCount);
  const start = (page - 1) * size;
  const shown = sorted.slice(start, start + size);
  return { shown, page, pageCount, first: Math.min(start + 1, sorted.length), matching: sorted.length };
}
