import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type Ref, useId, useRef, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { type ReportReason, reportReasons } from '../../../shared/moderation/report-reasons.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { reasonLabel } from './reason-labels.ts';
import type { NewReport } from './report.queries.ts';

type ReportFormProps = {
  /** The submit button is outside and refers to it. */
  id: string;
  send: UseMutationResult<unknown, Error, NewReport>;
  onSent: () => void;
};

export function ReportForm({ id, send, onSent }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [details, setDetails] = useState('');
  const [missing, setMissing] = useState(false);
  const reasons = useRef<HTMLFieldSetElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setMissing(reason === undefined);
    if (reason === undefined) reasons.current?.querySelector('input')?.focus();
    else send.mutate({ reason, details }, { onSuccess: onSent });
  }

  return (
    <form id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <ReasonChoice
        ref={reasons}
        chosen={reason}
        missing={missing}
        onChoose={(next) => {
          setReason(next);
          setMissing(false);
        }}
      />
      <TextArea
        label="Details (optional)"
        hint="What should admins know?"
        dir="auto"
        rows={3}
        value={details}
        readOnly={send.isPending}
        onChange={({ target }) => setDetails(target.value)}
        aside={<CharacterCount length={details.length} limit={maxLengths.moderation.details} />}
      />
      {send.error && (
        <div role="alert">
          <FieldError>{send.error.message}</FieldError>
        </div>
      )}
    </form>
  );
}

type ReasonChoiceProps = {
  ref: Ref<HTMLFieldSetElement>;
  chosen: ReportReason | undefined;
  missing: boolean;
  onChoose: (reason: ReportReason) => void;
};

function ReasonChoice({ ref, chosen, missing, onChoose }: ReasonChoiceProps) {
  const id = useId();
  return (
    <fieldset ref={ref} aria-describedby={missing ? `${id}-error` : undefined} className="grid gap-1">
      <legend className="required mb-1 font-semibold text-sm">Reason</legend>
      {reportReasons.map((reason) => (
        <label key={reason} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={id}
            required
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
            className="size-4.5 shrink-0"
          />
          {reasonLabel[reason]}
        </label>
      ))}
      {missing && (
        <div role="alert">
          <FieldError id={`${id}-error`}>Choose a reason</FieldError>
        </div>
      )}
    </fieldset>
  );
}
