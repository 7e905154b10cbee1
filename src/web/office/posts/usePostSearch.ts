import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';

/** In the URL, so that a search survives reload and Back and can be shared. */
export function usePostSearch() {
  const [params, setParams] = useSearchParams();
  const text = params.get('search') ?? '';
  const change = useCallback(
    (search: string) =>
      // Back leads to the previous page, not letter by letter through a search.
      setParams(search.trim() ? { search } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return { text, search: text.trim().slice(0, maxLengths.search.posts), change };
}
