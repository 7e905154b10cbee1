import { useSyncExternalStore } from 'react';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { useUser } from '../session/guards.tsx';
import { useUrlParams } from './useUrlParams.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function store(key: string, ids: string | null): void {
  if (ids === null) localStorage.removeItem(key);
  else localStorage.setItem(key, ids);
  for (const listener of listeners) listener();
}

/** Only the first column is a choice, too, and an empty text would be left out of the address. */
const inAddress = (ids: string[]) => ids.join('.') || 'none';

/**
 * The columns that this person has chosen for a list, kept in this browser. An address with `columns`, such as that of
 * a saved view, shows those instead, and choosing others there changes only the address.
 */
export function useColumns<Row>(list: string, columns: Column<Row>[]): ColumnChoice {
  const key = `columns ${useUser()._id} ${list}`;
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const [params, changeParams] = useUrlParams();
  const given = params.get('columns') ?? stored;
  const all = columns.slice(1);
  const usual = all.map(({ id }) => id);
  const shown = given === null ? usual : given.split('.').filter((id) => usual.includes(id));

  function choose(ids: string[]): void {
    if (params.has('columns')) changeParams({ columns: inAddress(ids) }, { replace: true });
    else store(key, ids.join() === usual.join() ? null : ids.join('.'));
  }

  return {
    all,
    shown,
    isUsual: shown.join() === usual.join(),
    choose,
    reset: () => choose(usual),
    address: shown.join() === usual.join() ? '' : inAddress(shown),
  };
}
