import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';

interface ScrollPosition {
  count: number;
  scroll: number;
}

const storageKey = (key: string) => `feed-place:${key}`;
const saveInterval = 200;

/** This history entry's position. It matters after a reload: within the app the router scrolls a cached list. */
export function useReturnPosition(): ScrollPosition | undefined {
  const { key } = useLocation();
  const [position] = useState(() => readScrollPosition(key));
  return position;
}

/** Stores the scroll position; `count` is 0 until posts are loaded. Scrolls to `start` once they are. */
export function useSavedScrollPosition(count: number, start: ScrollPosition | undefined): void {
  const { key } = useLocation();
  const ready = count > 0;
  useLayoutEffect(() => {
    if (ready && start) window.scrollTo(0, start.scroll);
  }, [ready, start]);
  // A layout effect cleans up while this page is in place; an ordinary one would store the next page's position.
  useLayoutEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      timer = undefined;
      writeScrollPosition(key, { count, scroll: window.scrollY });
    };
    const saveSoon = () => {
      timer ??= setTimeout(save, saveInterval);
    };
    const savePending = () => timer !== undefined && save();
    saveSoon();
    window.addEventListener('scroll', saveSoon, { passive: true });
    window.addEventListener('pagehide', savePending);
    return () => {
      savePending();
      window.removeEventListener('scroll', saveSoon);
      window.removeEventListener('pagehide', savePending);
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

function writeScrollPosition(key: string, position: ScrollPosition): void {
  try {
    sessionStorage.setItem(storageKey(key), JSON.stringify(position));
  } catch {
    // Storage is full or not allowed: a reload starts at the top.
  }
}
