import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';

interface Place {
  /** Of posts that had been read. */
  count: number;
  scroll: number;
}

const storageKey = (key: string) => `feed-place:${key}`;
const oftenEnough = 200;

/**
 * Where in the feed the reader was at this entry of the browser's history. Within the app the list is still there and
 * the router scrolls; after a reload, or much later, as many posts are read again, and then it is scrolled here.
 */
export function usePlaceOfReturn(): Place | undefined {
  const { key } = useLocation();
  const [place] = useState(() => readPlace(key));
  return place;
}

/** Keeps the place while it changes; `count` is 0 until there are posts. `start` is scrolled to once there are. */
export function useKeptPlace(count: number, start: Place | undefined): void {
  const { key } = useLocation();
  const ready = count > 0;
  useLayoutEffect(() => {
    if (ready && start) window.scrollTo(0, start.scroll);
  }, [ready, start]);
  // Ends with the page's own nodes: an ordinary effect would see the scroll position of the page that comes after.
  useLayoutEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      writePlace(key, { count, scroll: window.scrollY });
    };
    const keepSoon = () => {
      timer ??= setTimeout(keep, oftenEnough);
    };
    const keepLast = () => timer !== undefined && keep();
    keepSoon();
    window.addEventListener('scroll', keepSoon, { passive: true });
    window.addEventListener('pagehide', keepLast);
    return () => {
      keepLast();
      window.removeEventListener('scroll', keepSoon);
      window.removeEventListener('pagehide', keepLast);
    };
  }, [key, count, ready]);
}

function readPlace(key: string): Place | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(key)) ?? 'null');
    return isPlace(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null || !('count' in value) || !('scroll' in value))
    return false;
  return typeof value.count === 'number' && typeof value.scroll === 'number';
}

function writePlace(key: string, place: Place): void {
  try {
    sessionStorage.setItem(storageKey(key), JSON.stringify(place));
  } catch {
    // Full, or not allowed: a reload then begins at the top.
  }
}
