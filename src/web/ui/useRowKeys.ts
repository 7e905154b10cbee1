import { useEffect, useRef } from 'react';

/** Begins to load with the script of a list, so that it is there with the first rows. */
const loading = import('./row-keys.ts').catch(() => undefined);

/** Makes the body of a list answer to keys, and remember what was opened. */
export function useRowKeys(first: number, total: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    let end: (() => void) | undefined;
    let isGone = false;
    void loading.then((keys) => {
      if (!isGone && body.current) end = keys?.watchRows(body.current);
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, []);
  return { ref: body, 'data-first': first, 'data-total': total };
}
