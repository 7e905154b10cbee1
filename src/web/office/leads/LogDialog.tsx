import { type FormEvent, useId, useState } from 'react';
import type { Lead } from '../../../shared/leads.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { nameOf } from './lead-labels.ts';
import { useLogContact } from './leads.queries.ts';

export type ContactKind = 'call' | 'mail';

type LogDialogProps = {
  lead: Lead;
  /** Undefined while closed. */
  kind: ContactKind | undefined;
  onClose: () => void;
};

/** Records that one has called or written. */
export function LogDialog({ lead, kind, onClose }: LogDialogProps) {
  const [text, setText] = useState('');
  const log = useLogContact(lead._id);
  const id = useId();

  function close(): void {
    if (log.isPending) return;
    log.reset();
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!kind) return;
    log.mutate(
      { kind, text },
      {
        onSuccess: () => {
          setText('');
          onClose();
          alerts.add({
            message: kind === 'call' ? 'Call logged' : 'Email logged',
            type: 'success',
            snackbar: true,
          });
        },
      },
    );
  }

  return (
    <FormDialog
      open={kind !== undefined}
      onClose={close}
      title={kind === 'mail' ? `Email to ${nameOf(lead)}` : `Call to ${nameOf(lead)}`}
      form={id}
      pending={log.isPending}
      submit="Log"
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Outcome (optional)"
          hint="Appears in the history"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FormError>{log.error?.message}</FormError>
      </form>
    </FormDialog>
  );
}
