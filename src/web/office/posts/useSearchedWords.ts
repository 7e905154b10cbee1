import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { maxLengths } from '../../../shared/limits.ts';

/** What is looked for, kept in the URL: it survives reload, Back and being sent to a colleague. */
export function useSearchedWords() {
  const [params, setParams] = useSearchParams();
  const text = params.get('search') ?? '';
  const change = useCallback(
    (words: string) =>
      // Back leads to the page before, not letter by letter through a search.
      setParams(words.trim() ? { search: words } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return { text, search: text.trim().slice(0, maxLengths.search.posts), change };
}
