export const pageSizes = [5, 10, 25, 'all'] as const;
export type PageSize = (typeof pageSizes)[number];

export type TableState = {
  search: string;
  /** A column's id, prefixed with a minus for descending; empty for the given order. */
  sort: string;
  /** From 1. */
  page: number;
  size: PageSize;
};

export const firstTableState: TableState = { search: '', sort: '', page: 1, size: 5 };

/** Defaults to 5 (docs/product.md P8.6). */
export function parsePageSize(text: string | null): PageSize {
  return pageSizes.find((size) => String(size) === text) ?? firstTableState.size;
}

/** Reads `q`, `sort`, `page` and `size` from a query; missing or invalid values default to `initial`. */
export function readTableState(params: URLSearchParams, initial: TableState = firstTableState): TableState {
  const page = Number(params.get('page'));
  return {
    search: params.get('q') ?? initial.search,
    sort: params.get('sort') ?? initial.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : initial.page,
    size: params.has('size') ? parsePageSize(params.get('size')) : initial.size,
  };
}

/** Writes a table's state to a query: omits defaults, preserves other parameters. */
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
