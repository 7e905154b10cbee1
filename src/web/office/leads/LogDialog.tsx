import { type FormEvent, useId, useState } from 'react';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
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

/** Records that one has called or written, and what comes next. A lead without an owner becomes one's own. */
export function LogDialog({ lead, kind, onClose }: LogDialogProps) {
  const [text, setText] = useState('');
  const [step, setStep] = useState({ text: '', on: '' });
  const log = useLogContact(lead._id);
  const id = useId();
  const fields = log.error instanceof ApiError ? log.error.fields : {};
  const ownFault = fields['nextStep.text'] ?? fields['nextStep.on'];

  function close(): void {
    if (log.isPending) return;
    log.reset();
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!kind) return;
    const hasStep = step.text !== '' || step.on !== '';
    log.mutate(
      { kind, text, take: true, ...(hasStep && { nextStep: step }) },
      {
        onSuccess: () => {
          setText('');
          setStep({ text: '', on: '' });
          onClose();
          say(kind === 'call' ? 'Call logged' : 'Email logged');
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
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_12rem]">
          <TextField
            label="Next step (optional)"
            autoComplete="off"
            value={step.text}
            onChange={({ target }) => setStep({ ...step, text: target.value })}
            error={fields['nextStep.text']}
          />
          <TextField
            label="On"
            type="date"
            value={step.on}
            onChange={({ target }) => setStep({ ...step, on: target.value })}
            error={fields['nextStep.on']}
          />
        </div>
        <FormError>{ownFault === undefined && log.error?.message}</FormError>
      </form>
    </FormDialog>
  );
}
