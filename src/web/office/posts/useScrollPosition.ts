import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';

interface ScrollPosition {
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
export function useReturnPosition(): ScrollPosition | undefined {
  const { key } = useLocation();
  const [place] = useState(() => readScrollPosition(key));
  return place;
}

/** Keeps the place while it changes; `count` is 0 until there are posts. `start` is scrolled to once there are. */
export function useSavedScrollPosition(count: number, start: ScrollPosition | undefined): void {
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
      writeScrollPosition(key, { count, scroll: window.scrollY });
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

function readScrollPosition(key: string): ScrollPosition | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(key)) ?? 'null');
    return isScrollPosition(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isScrollPosition(value: unknown): value is ScrollPosition {
  if (typeof value !== 'object' || value === null || !('count' in value) || !('scroll' in value))
    return false;
  return typeof value.count === 'number' && typeof value.scroll === 'number';
}

function writeScrollPosition(key: string, place: ScrollPosition): void {
  try {
    sessionStorage.setItem(storageKey(key), JSON.stringify(place));
  } catch {
    // Full, or not allowed: a reload then begins at the top.
  }
}
