import { useSyncExternalStore } from 'react';
import { fragmentToken } from '../../../shared/articles/link-repair.ts';

/** The fragment's secret, or ''; undefined on the server. Follows another link opened in the same tab. */
export const useFragment = (): string | undefined =>
  useSyncExternalStore(subscribe, current, () => undefined);

const current = () => fragmentToken(location.hash);

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
