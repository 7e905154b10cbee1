import { type FormEvent, useId, useState } from 'react';
import { cleanEmail, shownEmail } from '../../../shared/email-address.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormFooter } from '../dialogs/FormDialog.tsx';
import { useUser } from '../session/guards.tsx';
import { useDeleteOwnAccount } from './account.queries.ts';

export function DeleteOwnAccount() {
  const [open, setOpen] = useState(false);
  const remove = useDeleteOwnAccount();
  const busy = remove.isPending || remove.isSuccess;
  const id = useId();

  function close(): void {
    if (busy) return;
    remove.reset();
    setOpen(false);
  }

  return (
    <>
      <p className="text-muted">
        This deletes your profile, posts, and likes. Your comments on other people's posts stay, shown as
        "Former member".
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Delete your account?"
        description="We'll sign you out everywhere and delete your profile, posts, and likes right away. You can't undo this."
        footer={<FormFooter form={id} pending={busy} danger onCancel={close} submit="Delete account" />}
      >
        <Confirmation
          id={id}
          failure={remove.error?.message}
          onConfirmed={() => {
            if (!busy) remove.mutate();
          }}
        />
      </Dialog>
    </>
  );
}

type ConfirmationProps = { id: string; failure: string | undefined; onConfirmed: () => void };

/** Typing the email address prevents an accidental deletion. */
function Confirmation({ id, failure, onConfirmed }: ConfirmationProps) {
  const { email } = useUser();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const matches = cleanEmail(typed) === email;
    setWrong(!matches);
    if (matches) onConfirmed();
    else document.getElementById(`${id}-email`)?.focus();
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        id={`${id}-email`}
        label={`To confirm, type ${shownEmail(email)}`}
        type="email"
        autoComplete="off"
        required
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={wrong && "This isn't the email address on your account"}
      />
      <div role="alert">{failure && <FieldError>{failure}</FieldError>}</div>
    </form>
  );
}
