import { useCallback } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';

export function usePostSearch() {
  const [params, changeParams] = useUrlParams();
  const text = params.get('search') ?? '';
  const change = useCallback(
    (search: string) =>
      // Back leads to the previous page, not letter by letter through a search.
      changeParams({ search: search.trim() ? search : '' }, { replace: true }),
    [changeParams],
  );
  return { text, search: text.trim().slice(0, maxLengths.search.posts), change };
}
