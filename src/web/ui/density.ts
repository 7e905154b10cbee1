import { useSyncExternalStore } from 'react';

const key = 'density';
const listeners = new Set<() => void>();

const isCompact = (): boolean => localStorage.getItem(key) === 'compact';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether this browser's user wants low rows in tables. */
export const useCompactRows = (): boolean => useSyncExternalStore(subscribe, isCompact, () => false);

export function setCompactRows(compact: boolean): void {
  if (compact) localStorage.setItem(key, 'compact');
  else localStorage.removeItem(key);
  for (const listener of listeners) listener();
}
