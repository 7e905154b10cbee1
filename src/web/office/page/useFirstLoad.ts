import { useEffect, useState } from 'react';

const maxWait = 10_000;

/** True until all have loaded or failed, or ten seconds have passed; never true again. */
export function useFirstLoad(loads: { isLoading: boolean }[]): boolean {
  const isLoading = loads.some((load) => load.isLoading);
  const [isFirst, setFirst] = useState(isLoading);
  if (isFirst && !isLoading) setFirst(false);
  useEffect(() => {
    if (!isFirst) return;
    const timer = setTimeout(() => setFirst(false), maxWait);
    return () => clearTimeout(timer);
  }, [isFirst]);
  return isFirst;
}
