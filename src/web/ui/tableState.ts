export const pageSizes = [5, 10, 25, 'all'] as const;
export type PageSize = (typeof pageSizes)[number];

export type TableState = {
  search: string;
  /** A column's id, with a minus before it for descending; empty for the order of the rows as given. */
  sort: string;
  /** Counted from 1. */
  page: number;
  size: PageSize;
};

export const firstTableState: TableState = { search: '', sort: '', page: 1, size: 5 };

/** The size a piece of text stands for; 5 (docs/product.md P8.6) for anything unknown. */
export function parsePageSize(text: string | null): PageSize {
  return pageSizes.find((size) => String(size) === text) ?? firstTableState.size;
}

/** A table's state from a URL's query (`q`, `sort`, `page`, `size`); what is absent or makes no sense is `initial`. */
export function readTableState(params: URLSearchParams, initial: TableState = firstTableState): TableState {
  const page = Number(params.get('page'));
  return {
    search: params.get('q') ?? initial.search,
    sort: params.get('sort') ?? initial.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : initial.page,
    size: params.has('size') ? parsePageSize(params.get('size')) : initial.size,
  };
}

/** The query with a table's state in it, `initial` values left out, all other parameters kept. */
export function writeTableState(
  params: URLSearchParams,
  state: TableState,
  initial: TableState = firstTableState,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const entries = [
    ['q', state.search, initial.search],
    ['sort', state.sort, initial.sort],
    ['page', String(state.page), String(initial.page)],
    ['size', String(state.size), String(initial.size)],
  ] as const;
  for (const [name, value, usual] of entries) {
    if (value === usual) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
