import { useSyncExternalStore } from 'react';

const key = 'theme';

export const themes = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'system', label: 'Match system' },
] as const;
export type Theme = (typeof themes)[number]['id'];

const listeners = new Set<() => void>();

/** The chosen theme; defaults to the system's. */
const chosenTheme = (): Theme => {
  const stored = localStorage.getItem(key);
  return themes.find(({ id }) => id === stored)?.id ?? 'system';
};

/** The script in the head does the same before first paint. */
function showTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  showTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', showTheme);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', showTheme);
  };
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme);
