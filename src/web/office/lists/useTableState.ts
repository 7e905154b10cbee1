import { readTableState, type TableState, writeTableState } from '../../ui/tableState.ts';
import { useUrlParams } from './useUrlParams.ts';

/** A table's search, sort, page and size in the URL. */
export function useTableState(initial: TableState): [TableState, (state: TableState) => void] {
  const [params, changeParams] = useUrlParams();
  const state = readTableState(params, initial);
  return [
    state,
    (next) =>
      // Back leads to the previous page, not letter by letter through a search.
      changeParams((current) => writeTableState(current, next, initial), {
        replace: next.search !== state.search,
      }),
  ];
}
