import { useEffect, useState } from 'react';

const appearsAfter = 200;
const staysAtLeast = 400;

/** False for the first 200 ms, when most responses arrive, then true for at least 400 ms, so that nothing flashes. */
export function useSkeleton(pending: boolean): boolean {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (pending === (shownAt !== null)) return;
    const wait = shownAt === null ? appearsAfter : Math.max(0, shownAt + staysAtLeast - Date.now());
    const timer = setTimeout(() => setShownAt(pending ? Date.now() : null), wait);
    return () => clearTimeout(timer);
  }, [pending, shownAt]);
  return shownAt !== null;
}
