import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useAskOffice } from './closings.queries.ts';

/** An agent asks for a change of an approved closing. */
export function AskOffice({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const ask = useAskOffice(id);
  const form = useId();
  const errors: Record<string, string> = ask.error instanceof ApiError ? ask.error.fields : {};

  function close(): void {
    if (ask.isPending) return;
    ask.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    ask.mutate(text, {
      onSuccess: () => {
        say('Sent to the office');
        setText('');
        setOpen(false);
      },
    });
  }

  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Ask for a change
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="What should the office change?"
        description="We'll email those who approve closings, and they decide."
        form={form}
        pending={ask.isPending}
        submit="Send"
      >
        <form id={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <TextArea
            label="What to change"
            required
            rows={3}
            maxLength={maxLengths.closing.reason}
            value={text}
            error={errors.text}
            onChange={({ target }) => setText(target.value)}
          />
          <FormError>{errors.text === undefined && ask.error?.message}</FormError>
        </form>
      </FormDialog>
    </>
  );
}
