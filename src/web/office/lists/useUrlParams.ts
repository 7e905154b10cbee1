import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** New values by name; an empty value removes the parameter. */
type Changes = Record<string, string | undefined>;
type Update = (params: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the URL, where filters survive reload and Back and can be shared, and a function that changes some.
 * Call it once for each event. `replace` leaves no entry for Back.
 */
export function useUrlParams() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Changes | Update, { replace = false } = {}) => {
      const update =
        typeof changes === 'function' ? changes : (current: URLSearchParams) => withParams(current, changes);
      setParams(update, {
        replace,
        preventScrollReset: true,
        // The router starts from the rendered URL: rendered later, a first change would be lost to a second.
        flushSync: true,
      });
    },
    [setParams],
  );
  return [params, change] as const;
}

export function withParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
