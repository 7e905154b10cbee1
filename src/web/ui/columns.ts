import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  /** The sort key and, without `text`, the searched text. */
  value: (row: Row) => string | number | boolean;
  /** The searched text if it differs from the value, such as a formatted date; null for none. */
  text?: ((row: Row) => string) | null;
  cell?: (row: Row) => ReactNode;
  sortable?: boolean;
  descendingFirst?: boolean;
  /** Its two orders in words, ascending first. */
  orders?: readonly [string, string];
  align?: 'end';
  /** 'fixed' is never cut, 'name' has room for 28 characters, 'long' takes what is left; without it, text wraps. */
  kind?: 'fixed' | 'name' | 'long';
  /** Whether the cell says nothing; by default, when its value is ''. */
  isBlank?: (row: Row) => boolean;
  /** In a card of a list: without its header, or next to the name. */
  card?: 'bare' | 'aside';
  /** The whole of what a name or a long text may cut off; without `cell` it is the value. */
  tooltip?: (row: Row) => string;
  /** Such as `@table:@max-4xl:hidden` for a column that needs more room. */
  className?: string;
};

/** A column's direction in a sort. */
export type Sorted = 'asc' | 'desc' | false;

export const sortedBy = (sort: string, id: string): Sorted =>
  sort === id ? 'asc' : sort === `-${id}` ? 'desc' : false;

/** The sort after a column's header is pressed: the other direction, or the column's usual one. */
export const nextSort = (sort: string, id: string, descendingFirst = false): string =>
  sort === id || (descendingFirst && sort !== `-${id}`) ? `-${id}` : id;

/** The columns of a list but for its first: those that are shown, in their order. */
export type ColumnChoice = {
  /** All, in the list's own order. */
  all: { id: string; header: string }[];
  shown: string[];
  isUsual: boolean;
  /** For `columns` in an address; '' for the usual ones. */
  address: string;
  choose: (shown: string[]) => void;
  reset: () => void;
};

export const isBlank = <Row>(row: Row, column: Column<Row>): boolean =>
  column.isBlank ? column.isBlank(row) : column.value(row) === '';

/** Those that were chosen and say something in a row; the first, which names the row, always. */
export function shownColumns<Row>(
  columns: Column<Row>[],
  rows: Row[],
  choice: ColumnChoice | undefined,
): Column<Row>[] {
  const chosen = choice
    ? [...columns.slice(0, 1), ...choice.shown.flatMap((id) => columns.filter((column) => column.id === id))]
    : columns;
  return chosen.filter((column, index) => index === 0 || !rows.every((row) => isBlank(row, column)));
}
