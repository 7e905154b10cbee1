import { type FormEvent, useId, useState } from 'react';
import type { Agreement } from '../../../shared/agreements/agreement-fields.ts';
import { today } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { useEndAgreement } from './agreements.queries.ts';

type EndAgreementProps = { agreement: Agreement | undefined; onClose: () => void };

/** Keeps the last name while the dialog closes. */
export function EndAgreement({ agreement, onClose }: EndAgreementProps) {
  const last = useLast(agreement);
  const end = useEndAgreement();
  const id = useId();

  function close(): void {
    if (end.isPending) return;
    end.reset();
    onClose();
  }

  if (!last) return null;
  return (
    <FormDialog
      open={agreement !== undefined}
      onClose={close}
      title={`End the agreement of ${last.name}?`}
      description="For example, because they're leaving. It stays on file for as long as your settings say."
      form={id}
      pending={end.isPending}
      danger
      submit="End agreement"
    >
      <EndForm
        key={last._id}
        id={id}
        error={end.error}
        onSubmit={(body) => end.mutate({ id: last._id, ...body }, { onSuccess: onClose })}
      />
    </FormDialog>
  );
}

type EndFormProps = {
  id: string;
  error: Error | null;
  onSubmit: (body: { on: string; reason: string }) => void;
};

function EndForm({ id, error, onSubmit }: EndFormProps) {
  const [on, setOn] = useState(() => today());
  const [reason, setReason] = useState('');
  const fields = error instanceof ApiError ? error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit({ on, reason });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Ended on"
        type="date"
        required
        value={on}
        onChange={({ target }) => setOn(target.value)}
        error={fields.on}
      />
      <TextField
        label="Reason"
        required
        autoComplete="off"
        maxLength={maxLengths.agreement.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={fields.reason}
      />
      <FormError>{!fields.on && !fields.reason && error?.message}</FormError>
    </form>
  );
}
