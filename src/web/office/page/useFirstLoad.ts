import { useEffect, useState } from 'react';

/** After so many milliseconds a screen shows what it has. */
const maxWait = 10_000;

/** True until all have loaded or failed for the first time: what is shown by then is not hidden again. */
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
