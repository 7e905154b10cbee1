import { useState } from 'react';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../lazy-dialogs.tsx';
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
        alerts.add({ message: 'Everybody else is signed out', type: 'success', snackbar: true });
        close();
      },
    });
  }

  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Sign everybody out
      </Button>
      <LazyConfirmDialog
        open={open}
        title="Sign everybody out?"
        body="All sessions but yours here end at once, all devices are forgotten, and all API tokens revoked. Everybody can sign in again; what they have not saved may be lost."
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
