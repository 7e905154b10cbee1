import { type ReactNode, useState } from 'react';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { hasUnsavedChanges } from '../form/unsaved.ts';
import { logOut } from '../session/office-session.ts';

/** Logs out, after a confirmation if unsaved input would be lost; the caller renders `dialog`. */
export function useLogOut(): { ask: () => void; dialog: ReactNode } {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);

  function leave() {
    setPending(true);
    void logOut();
  }

  return {
    ask: () => (hasUnsavedChanges() ? setAsking(true) : leave()),
    dialog: (
      <LazyConfirmDialog
        open={asking}
        title="Sign out without saving?"
        body="What you typed on this page isn't saved."
        confirmLabel="Sign out"
        danger
        pending={pending}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
