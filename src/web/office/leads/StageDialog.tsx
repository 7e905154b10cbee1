import { type FormEvent, useId, useState } from 'react';
import { type LeadStatus, stageOf } from '../../../shared/leads/lead-statuses.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import type { LeadChanges } from './leads.queries.ts';

export type StageChanges = LeadChanges & { status: LeadStatus };

/** Whether a stage needs more than its name. */
export const needsMore = (status: LeadStatus): boolean => stageOf(status).needs !== null;

const asksForStep = (status: LeadStatus) => stageOf(status).needs === 'next-step';

type StageDialogProps = {
  /** Undefined while closed. */
  status: LeadStatus | undefined;
  /** Such as 'Ana Ortiz' or '3 leads'. */
  what: string;
  pending: boolean;
  error: Error | null;
  onConfirm: (changes: StageChanges) => void;
  onClose: () => void;
};

/** Asks for the reason of closing, or for when to go on. */
export function StageDialog(props: StageDialogProps) {
  const { status, what, pending, onClose } = props;
  const id = useId();
  return (
    <FormDialog
      open={status !== undefined}
      onClose={() => !pending && onClose()}
      title={status && asksForStep(status) ? `When to follow up with ${what}?` : `Why is ${what} closed?`}
      form={id}
      pending={pending}
      submit="Save"
    >
      {status && <StageForm key={status} id={id} {...props} status={status} />}
    </FormDialog>
  );
}

type StageFormProps = StageDialogProps & { id: string; status: LeadStatus };

function StageForm({ id, status, error, onConfirm }: StageFormProps) {
  const [text, setText] = useState('');
  const [on, setOn] = useState('');
  const fields = error instanceof ApiError ? error.fields : {};
  const known = Object.values(fields);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (asksForStep(status)) onConfirm({ status, nextStep: { text, on } });
    else onConfirm({ status, closedReason: text });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      {asksForStep(status) ? (
        <>
          <TextField
            label="Next step"
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={fields['nextStep.text']}
          />
          <TextField
            label="On"
            type="date"
            required
            value={on}
            onChange={({ target }) => setOn(target.value)}
            error={fields['nextStep.on'] ?? fields.nextStep}
          />
        </>
      ) : (
        <TextField
          label="Reason"
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={fields.closedReason}
        />
      )}
      <FormError>{known.length === 0 && error?.message}</FormError>
    </form>
  );
}
