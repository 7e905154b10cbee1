import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useEverOpen } from '../dialogs/lazy-dialogs.tsx';
import { whenTouched } from '../page/when-idle.ts';
import { currentlyAsked, subscribeToAsked } from './confirm-identity.ts';

const load = async () => ({ default: (await import('./ConfirmationDialog.tsx')).ConfirmationDialog });
const ConfirmationDialog = lazy(load);

/** The one dialog of all calls that need a confirmation; the page behind it stays as it is. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(subscribeToAsked, currentlyAsked);
  // Loaded with the other dialogs, before it is needed.
  useEffect(() => whenTouched(() => void load().catch(() => {})), []);
  return <Suspense>{useEverOpen(asked !== undefined) && <ConfirmationDialog asked={asked} />}</Suspense>;
}
