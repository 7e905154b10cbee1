import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { type PrivacyKind, privacyKindLabels, privacyKinds } from '../../../shared/privacy/privacy-kinds.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useUser } from '../session/guards.tsx';
import { useOwnRequest } from './privacy.queries.ts';

/** A member's request: being signed in, and confirming it, proves who asks. */
export function OwnRequest() {
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<PrivacyKind>('correct');
  const [details, setDetails] = useState('');
  const { emailProven } = useUser();
  const send = useOwnRequest();
  const id = useId();
  const detailsError = send.error instanceof ApiError ? send.error.fields.details : undefined;

  function close(): void {
    if (send.isPending) return;
    send.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    send.mutate(
      { kind, details },
      {
        onSuccess: () => {
          say(emailProven ? 'Request received' : 'Almost done: confirm with the link we emailed you');
          setDetails('');
          setOpen(false);
        },
      },
    );
  }

  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Send a privacy request
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Privacy request"
        description="We'll answer by email within 30 days."
        form={id}
        pending={send.isPending}
        submit="Send"
      >
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          <SelectField
            label="What would you like to ask for?"
            value={kind}
            onChange={({ target }) =>
              setKind(privacyKinds.find((each) => each === target.value) ?? 'correct')
            }
          >
            <Options of={privacyKinds.map((each) => [each, privacyKindLabels[each]])} />
          </SelectField>
          <TextArea
            label="Details"
            rows={4}
            maxLength={maxLengths.privacy.text}
            value={details}
            onChange={({ target }) => setDetails(target.value)}
            error={detailsError}
          />
          <FormError>{!detailsError && send.error?.message}</FormError>
        </form>
      </FormDialog>
    </>
  );
}
