import { type FormEvent, useId, useState } from 'react';
import type { AgreementText } from '../../../shared/agreements/agreement-fields.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { AskFields, type AskValues, noAsk, toAsk } from './AskFields.tsx';
import { usePublish } from './agreements.queries.ts';

type PublishDialogProps = {
  agreement: AgreementText;
  /** Hash of the text on the screen. */
  sha256: string;
  open: boolean;
  onClose: () => void;
  /** The text is another one by now; the dialog is closed. */
  onStale: () => void;
};

export function PublishDialog({ agreement, sha256, open, onClose, onStale }: PublishDialogProps) {
  const publish = usePublish();
  const id = useId();
  const next = (agreement.published ?? 0) + 1;

  function close(): void {
    if (publish.isPending) return;
    publish.reset();
    onClose();
  }

  function submit(note: string, ask: AskValues): void {
    publish.mutate(
      { note, ask: toAsk(ask), sha256 },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!(error instanceof ApiError) || error.status !== 412) return;
          publish.reset();
          onClose();
          onStale();
        },
      },
    );
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`Publish version ${next}?`}
      description="From now on, agents sign this text. Signed agreements stay as they are, and a published version never changes."
      form={id}
      pending={publish.isPending}
      submit={`Publish version ${next}`}
    >
      <Form
        key={String(open)}
        id={id}
        hasEarlier={agreement.published !== null}
        error={publish.error}
        onSubmit={submit}
      />
    </FormDialog>
  );
}

type FormProps = {
  id: string;
  hasEarlier: boolean;
  error: Error | null;
  onSubmit: (note: string, ask: AskValues) => void;
};

function Form({ id, hasEarlier, error, onSubmit }: FormProps) {
  const [note, setNote] = useState('');
  const [ask, setAsk] = useState(noAsk);
  const fields = error instanceof ApiError ? error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit(note, ask);
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <TextField
        label="What changed (optional)"
        hint="Shown to members you ask to sign again"
        autoComplete="off"
        maxLength={maxLengths.agreement.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={fields.note}
      />
      {hasEarlier && <AskFields ask={ask} onChange={setAsk} mayAskNobody fields={fields} prefix="ask." />}
      <FormError>{Object.keys(fields).length === 0 && error?.message}</FormError>
    </form>
  );
}
