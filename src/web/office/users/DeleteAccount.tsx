import { useId, useState } from 'react';
import type { User } from '../../../shared/users/users.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { useDeleteUser } from './users.queries.ts';

type DeleteAccountProps = {
  user: User;
  own: boolean;
  leaving: boolean;
  onDeleted: () => void;
};

export function DeleteAccount({ user, own, leaving, onDeleted }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteUser(user._id);
  const id = useId();

  function confirm(): void {
    remove.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        onDeleted();
      },
    });
  }

  function close(): void {
    remove.reset();
    setAsking(false);
  }

  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-3 border-line border-t pt-6">
      <h2 id={id} className="text-xl">
        Delete account
      </h2>
      <p className="text-muted">
        This deletes their profile, posts, and likes. To keep {own ? 'your' : 'their'} content, suspend the
        account instead.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)} disabled={leaving}>
        Delete Account
      </Button>
      <LazyConfirmDialog
        open={asking}
        title={own ? 'Delete your own account?' : `Delete the account of “${user.name}”?`}
        body={`This deletes the profile, posts, and likes right away. Comments on other people's posts stay, shown as "Former member". ${
          own ? "You're signed out. " : ''
        }You can't undo this.`}
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        error={remove.error?.message}
        onConfirm={confirm}
        onClose={close}
      />
    </section>
  );
}
