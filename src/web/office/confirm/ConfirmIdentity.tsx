import { lazy, Suspense, useEffect, useId, useSyncExternalStore } from 'react';
import { LazyDialog } from '../lazy-dialogs.tsx';
import { whenTouched } from '../when-idle.ts';
import { currentlyAsked, subscribeToAsked } from './confirm-identity.ts';

const load = async () => ({ default: (await import('./Confirmation.tsx')).Confirmation });
const Confirmation = lazy(load);

/** The one dialog of all calls that need a confirmation; the page behind it stays as it is. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(subscribeToAsked, currentlyAsked);
  const id = useId();
  // With the other dialogs, before it is asked for.
  useEffect(() => whenTouched(() => void load().catch(() => {})), []);
  return (
    <LazyDialog
      open={asked !== undefined}
      onClose={() => asked?.settle(false)}
      title="Confirm it's you"
      description="It's been a while since you signed in. Confirm it's you to continue."
    >
      <Suspense>{asked && <Confirmation id={id} asked={asked} />}</Suspense>
    </LazyDialog>
  );
}
