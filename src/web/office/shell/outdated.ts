import { onResponse } from '../../api.ts';

/** Why a reload is offered: the server runs a newer build, or a file of this one could not be loaded. */
export type Outdated = 'newer' | 'incomplete' | undefined;

let outdated: Outdated;
const listeners = new Set<() => void>();

function become(next: Outdated): void {
  if (outdated === next) return;
  outdated = next;
  for (const listener of listeners) listener();
}

export const currentOutdated = (): Outdated => outdated;

export function subscribeToOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Compares the page's build with that of a response: `time/hash`. Equal hashes are the same files, built twice. */
export function isNewer(theirs: string, own: string): boolean {
  const [at = '', hash] = theirs.split('/');
  const [ownAt = '', ownHash] = own.split('/');
  return hash !== undefined && ownHash !== undefined && hash !== ownHash && at > ownAt;
}

/** Watches for signs that this page is older than its server. Call it once. */
export function watchBuild(): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
  onResponse(({ headers }) => {
    if (isNewer(headers.get('x-build') ?? '', own)) become('newer');
  });
  // Offline, OfflineNotice says enough.
  window.addEventListener('vite:preloadError', () => {
    if (navigator.onLine && outdated === undefined) become('incomplete');
  });
}
