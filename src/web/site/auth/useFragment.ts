import { useSyncExternalStore } from 'react';

/** The fragment's secret, or ''; undefined on the server. Follows another link opened in the same tab. */
export const useFragment = (): string | undefined =>
  useSyncExternalStore(subscribe, current, () => undefined);

const current = () => location.hash.slice(1);

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
