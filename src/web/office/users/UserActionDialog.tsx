import { shownEmail } from '../../../shared/email-address.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { say } from '../../ui/alerts.ts';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { type UserAction, useUserAction } from './users.queries.ts';

interface Words {
  title: (user: User) => string;
  body: string;
  confirmLabel: string;
  done: (user: User) => string;
  danger?: boolean;
}

const words: Record<UserAction, Words> = {
  'sign-out': {
    title: ({ name }) => `Sign “${name}” out everywhere?`,
    body: 'This ends all their sessions, forgets their devices, and revokes their API tokens. They can sign in again.',
    confirmLabel: 'Sign out',
    done: ({ name }) => `${name} is signed out everywhere`,
    danger: true,
  },
  suspend: {
    title: ({ name }) => `Suspend “${name}”?`,
    body: "We'll sign them out right away. They can't sign in until an admin reactivates them. What they wrote stays.",
    confirmLabel: 'Suspend',
    done: ({ name }) => `${name} is suspended`,
    danger: true,
  },
  reactivate: {
    title: ({ name }) => `Reactivate “${name}”?`,
    body: 'They can sign in again with their current password.',
    confirmLabel: 'Reactivate',
    done: ({ name }) => `${name} is reactivated`,
  },
  invite: {
    title: ({ name }) => `Send “${name}” an invitation?`,
    body: 'The link works once and expires in 7 days. Links from earlier invitations stop working.',
    confirmLabel: 'Send',
    done: ({ email }) => `Invitation sent to ${shownEmail(email)}`,
  },
  revoke: {
    title: ({ name }) => `Revoke the invitation of “${name}”?`,
    body: 'The link in their email stops working. You can send another invitation later.',
    confirmLabel: 'Revoke',
    done: ({ name }) => `The invitation of ${name} is revoked`,
    danger: true,
  },
};

export interface ActionTarget {
  action: UserAction;
  user: User;
}

type UserActionDialogProps = { target: ActionTarget | undefined; onClose: () => void };

/** Confirms an action and reports it; a failure stays in the dialog, where the button retries. */
export function UserActionDialog({ target, onClose }: UserActionDialogProps) {
  const last = useLast(target);
  const doIt = useUserAction();
  if (!last) return null;
  const { title, body, confirmLabel, done, danger } = words[last.action];

  function confirm({ action, user }: ActionTarget): void {
    doIt.mutate(
      { action, id: user._id },
      {
        onSuccess: (changed) => {
          say(done(changed));
          onClose();
        },
      },
    );
  }

  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={title(last.user)}
      body={body}
      confirmLabel={confirmLabel}
      danger={danger}
      pending={doIt.isPending}
      error={doIt.error?.message}
      onConfirm={() => target && confirm(target)}
      onClose={() => {
        doIt.reset();
        onClose();
      }}
    />
  );
}
