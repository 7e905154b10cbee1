import { useSyncExternalStore } from 'react';

/**
 * The secret in the fragment of the page's address, '' when there is none; undefined on the server, which never sees
 * it. Follows another link that is opened in the same tab.
 */
export const useFragment = (): string | undefined =>
  useSyncExternalStore(subscribe, current, () => undefined);

const current = () => location.hash.slice(1);

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
