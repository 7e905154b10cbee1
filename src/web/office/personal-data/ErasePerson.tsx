import { type FormEvent, useId, useState } from 'react';
import { cleanEmail, shownEmail } from '../../../shared/email-address.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormFooter } from '../dialogs/FormDialog.tsx';
import { useErasePerson } from './personal-data.queries.ts';

/** Typing the email address prevents an accidental erasure. */
export function ErasePerson({ email, onErased }: { email: string; onErased: () => void }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const erase = useErasePerson();
  const id = useId();

  function close(): void {
    if (erase.isPending) return;
    erase.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const matches = cleanEmail(typed) === email;
    setWrong(!matches);
    if (!matches) {
      document.getElementById(`${id}-email`)?.focus();
      return;
    }
    erase.mutate(email, {
      onSuccess: ({ msg }) => {
        say(msg);
        setTyped('');
        setOpen(false);
        onErased();
      },
    });
  }

  return (
    <>
      <p className="max-w-measure text-muted">
        What's marked as deleted is deleted right away. What stays no longer shows their name, except in what
        you must be able to show, such as signed agreements. Restoring a backup won't bring it back. Answer
        their request afterward.
      </p>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Erase
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={`Erase the data of “${shownEmail(email)}”?`}
        description="We'll sign them out everywhere. You can't undo this."
        footer={<FormFooter form={id} pending={erase.isPending} danger onCancel={close} submit="Erase" />}
      >
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            id={`${id}-email`}
            label={`To confirm, type ${shownEmail(email)}`}
            type="email"
            autoComplete="off"
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            error={wrong && "This isn't the email address"}
          />
          <FormError>{erase.error?.message}</FormError>
        </form>
      </Dialog>
    </>
  );
}
