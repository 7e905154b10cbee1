import { useId, useSyncExternalStore } from 'react';
import { LazyConfirmation, LazyDialog } from '../lazy-dialogs.tsx';
import { currentlyAsked, subscribeToAsked } from './confirm-identity.ts';

/** The one dialog of all calls that need a confirmation; the page behind it stays as it is. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(subscribeToAsked, currentlyAsked);
  const id = useId();
  return (
    <LazyDialog
      open={asked !== undefined}
      onClose={() => asked?.settle(false)}
      title="Confirm it's you"
      description="It's been a while since you signed in. Confirm it's you to continue."
    >
      {asked && <LazyConfirmation id={id} asked={asked} />}
    </LazyDialog>
  );
}
