import { useCallback } from 'react';

/** Begins to load with the script of a list, so that it is there with the first rows. */
const loading = import('./row-keys.ts').catch(() => undefined);

/** Makes the body of a list answer to keys, and remember what was opened; a search may take it away and bring it back. */
export function useRowKeys(first: number, total: number) {
  const ref = useCallback((body: HTMLTableSectionElement) => {
    let end: (() => void) | undefined;
    let isGone = false;
    void loading.then((keys) => {
      if (!isGone) end = keys?.watchRows(body);
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, []);
  return { ref, 'data-first': first, 'data-total': total };
}
