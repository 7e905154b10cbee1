import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { ReportedThing } from '../../../shared/moderation/moderation.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import type { Removal } from './moderation.queries.ts';

type RemoveDialogProps = {
  target: ReportedThing | undefined;
  remove: UseMutationResult<unknown, Error, Removal>;
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
};

/** The author reads the reason. */
export function RemoveDialog({ target, remove, finalFocus, onClose }: RemoveDialogProps) {
  const last = useLast(target);
  const form = useId();
  return (
    <FormDialog
      open={target !== undefined}
      onClose={onClose}
      finalFocus={finalFocus}
      title={`Remove this ${last?.what}?`}
      description={last && consequence(last)}
      form={form}
      pending={remove.isPending}
      danger
      submit="Remove"
    >
      {last && <ReasonForm id={form} thing={last} remove={remove} onRemoved={onClose} />}
    </FormDialog>
  );
}

function consequence({ what, user, name }: ReportedThing): string {
  const gone = what === 'post' ? 'This deletes it with its comments and likes.' : 'This deletes it.';
  const notice =
    user === null
      ? "Its author has left and won't be told."
      : `${name} is told, with the reason that you give.`;
  return `${gone} You can't undo this. ${notice}`;
}

type ReasonFormProps = {
  id: string;
  thing: ReportedThing;
  remove: RemoveDialogProps['remove'];
  onRemoved: () => void;
};

function ReasonForm({ id, thing, remove, onRemoved }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    remove.mutate({ thing, reason }, { onSuccess: onRemoved, onError: () => field.current?.focus() });
  }

  return (
    <form id={id} onSubmit={submit} noValidate>
      <TextArea
        ref={field}
        label="Reason"
        required
        dir="auto"
        rows={3}
        value={reason}
        readOnly={remove.isPending}
        onChange={({ target }) => setReason(target.value)}
        aside={<CharacterCount length={reason.length} limit={maxLengths.moderation.reason} />}
        error={remove.error && <span role="alert">{remove.error.message}</span>}
      />
    </form>
  );
}
