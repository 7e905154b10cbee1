import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { usePlaceHold } from './privacy.queries.ts';

const empty = { email: '', reason: '', reviewOn: '' };

export function PlaceHold() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(empty);
  const place = usePlaceHold();
  const id = useId();
  const fields = place.error instanceof ApiError ? place.error.fields : {};

  function close(): void {
    if (place.isPending) return;
    place.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    place.mutate(typed, {
      onSuccess: () => {
        say('Legal hold placed');
        setTyped(empty);
        setOpen(false);
      },
    });
  }

  const control = (name: keyof typeof empty) => ({
    required: true,
    value: typed[name],
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Place a legal hold
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Place a legal hold"
        description="Everything linked to this email address is kept until you release the hold."
        form={id}
        pending={place.isPending}
        submit="Place"
      >
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          <TextField label="Email" type="email" autoComplete="off" {...control('email')} />
          <TextArea label="Reason" rows={3} maxLength={maxLengths.privacy.text} {...control('reason')} />
          <TextField label="Review on" type="date" {...control('reviewOn')} />
          <FormError>{Object.keys(fields).length === 0 && place.error?.message}</FormError>
        </form>
      </FormDialog>
    </>
  );
}
