import { useEffect, useState } from 'react';

/** What was typed when typing last paused for so many milliseconds; an empty search applies at once. */
export function useSettledSearch(search: string, pause: number): string {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), pause);
    return () => clearTimeout(timer);
  }, [search, pause]);
  return search === '' ? '' : settled;
}
