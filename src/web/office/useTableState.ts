import { useSearchParams } from 'react-router';
import { readTableState, type TableState, writeTableState } from '../ui/tableState.ts';

/** A table's search, sort, page and size in the URL, so that they survive reload and Back and can be shared. */
export function useTableState(initial: TableState): [TableState, (state: TableState) => void] {
  const [params, setParams] = useSearchParams();
  const state = readTableState(params, initial);
  return [
    state,
    (next) =>
      setParams((current) => writeTableState(current, next, initial), {
        // Back leads to the previous page, not letter by letter through a search.
        replace: next.search !== state.search,
        preventScrollReset: true,
      }),
  ];
}
