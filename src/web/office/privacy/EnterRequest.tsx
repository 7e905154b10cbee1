import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { today } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import {
  privacyChannelLabels,
  privacyChannels,
  privacyKindLabels,
  privacyKinds,
} from '../../../shared/privacy/privacy-kinds.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { privacyRequestPath } from './paths.ts';
import { useEnterRequest } from './privacy.queries.ts';

const empty = () => ({
  cameBy: 'phone',
  receivedOn: today(),
  kind: 'know',
  name: '',
  email: '',
  details: '',
  verifiedHow: '',
});

/** Enters a request that reached the office by phone or letter. */
export function EnterRequest() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(empty);
  const enter = useEnterRequest();
  const navigate = useNavigate();
  const id = useId();
  const fields = enter.error instanceof ApiError ? enter.error.fields : {};

  function close(): void {
    if (enter.isPending) return;
    enter.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    enter.mutate(
      {
        ...typed,
        cameBy: privacyChannels.find((each) => each === typed.cameBy) ?? 'phone',
        kind: privacyKinds.find((each) => each === typed.kind) ?? 'know',
      },
      {
        onSuccess: ({ _id }) => {
          say('Request entered');
          setTyped(empty());
          setOpen(false);
          navigate(privacyRequestPath(_id));
        },
      },
    );
  }

  const control = (name: keyof typeof typed) => ({
    value: typed[name],
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Enter a request
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Enter a privacy request"
        description="Record a request that came by phone or letter. Deadlines count from the day you received it."
        form={id}
        pending={enter.isPending}
        submit="Enter"
      >
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField label="How it arrived" {...control('cameBy')}>
              <Options of={privacyChannels.map((each) => [each, privacyChannelLabels[each]])} />
            </SelectField>
            <TextField label="Received on" type="date" required {...control('receivedOn')} />
          </div>
          <SelectField label="What they ask for" {...control('kind')}>
            <Options of={privacyKinds.map((each) => [each, privacyKindLabels[each]])} />
          </SelectField>
          <TextField
            label="Name"
            required
            autoComplete="off"
            maxLength={maxLengths.user.name}
            {...control('name')}
          />
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            hint="Without one, answer the way the request came."
            {...control('email')}
          />
          <TextArea label="Details" rows={3} maxLength={maxLengths.privacy.text} {...control('details')} />
          <TextField
            label="How they proved their identity"
            autoComplete="off"
            maxLength={maxLengths.privacy.text}
            hint="Leave blank and we'll email them to confirm."
            {...control('verifiedHow')}
          />
          <FormError>{Object.keys(fields).length === 0 && enter.error?.message}</FormError>
        </form>
      </FormDialog>
    </>
  );
}
