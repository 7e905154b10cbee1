import { useEffect, useState } from 'react';

/** The search as it was when typing last paused for `pause` milliseconds; an empty search applies at once. */
export function useSettledSearch(search: string, pause: number): string {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), pause);
    return () => clearTimeout(timer);
  }, [search, pause]);
  return search === '' ? '' : settled;
}
