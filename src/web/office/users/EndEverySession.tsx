import { useState } from 'react';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { useEndEverySession } from './users.queries.ts';

/** For after a break-in. */
export function EndEverySession() {
  const [open, setOpen] = useState(false);
  const end = useEndEverySession();

  function close(): void {
    end.reset();
    setOpen(false);
  }

  function confirm(): void {
    end.mutate(undefined, {
      onSuccess: () => {
        say('Everyone else is signed out');
        close();
      },
    });
  }

  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Sign everyone out
      </Button>
      <LazyConfirmDialog
        open={open}
        title="Sign everyone out?"
        body="This ends every session except yours here, forgets all devices, and revokes all API tokens. Everyone can sign in again, but may lose unsaved work."
        confirmLabel="Sign out"
        danger
        pending={end.isPending}
        error={end.error?.message}
        onConfirm={confirm}
        onClose={close}
      />
    </div>
  );
}
