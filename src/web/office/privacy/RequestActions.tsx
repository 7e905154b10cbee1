import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { PrivacyRequest } from '../../../shared/privacy/privacy.contract.ts';
import { needsIdentity } from '../../../shared/privacy/privacy-kinds.ts';
import { ApiError } from '../../api.ts';
import { say, warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { type RequestChanges, useChangeRequest } from './privacy.queries.ts';

interface Action {
  button: string;
  title: string;
  description: string;
  label: string;
  /** The field of the call that the text goes into. */
  field: 'verifiedHow' | 'extension' | 'answer';
  changes: (text: string) => RequestChanges;
  done: string;
  danger?: boolean;
}

const verify: Action = {
  button: 'Record verification',
  title: 'How was the person verified?',
  description: 'Following the link in our email verifies them automatically. We keep what you write here.',
  label: 'How they proved their identity',
  field: 'verifiedHow',
  changes: (verifiedHow) => ({ verifiedHow }),
  done: 'Verification recorded',
};
const extend: Action = {
  button: 'Extend by 45 days',
  title: 'Extend by 45 days?',
  description: "You can do this once, up to 90 days after receiving it. We'll email them the reason.",
  label: 'Reason',
  field: 'extension',
  changes: (extension) => ({ extension }),
  done: 'Request extended',
};
const answer: Action = {
  button: 'Answer',
  title: 'Answer the request',
  description: "Say what you did. We'll email it to them and close the request.",
  label: 'Answer',
  field: 'answer',
  changes: (text) => ({ outcome: 'done', answer: text }),
  done: 'Request answered',
};
const refuse: Action = {
  button: 'Refuse',
  title: 'Refuse the request?',
  description: "We'll email them the reason and close the request.",
  label: 'Reason',
  field: 'answer',
  changes: (text) => ({ outcome: 'refused', answer: text }),
  done: 'Request refused',
  danger: true,
};

/** An action, with when the person was verified as its dialog opened. */
type Asked = { action: Action; seenVerified: string | null };

/** The next step stands first. */
export function RequestActions({ request }: { request: PrivacyRequest }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = (action: Action) => setAsked({ action, seenVerified: request.verified });
  const verified = request.verified !== null || !needsIdentity(request.kind);
  return (
    <section aria-label="Actions" className="flex flex-wrap gap-3">
      {!request.acknowledged && <Acknowledge id={request._id} />}
      {!verified && <Ask action={verify} onAsk={ask} first={request.acknowledged !== null} />}
      <Ask action={answer} onAsk={ask} first={verified && request.acknowledged !== null} />
      <Ask action={refuse} onAsk={ask} />
      {!request.extension && <Ask action={extend} onAsk={ask} />}
      <ActionDialog id={request._id} asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}

type AskProps = { action: Action; onAsk: (action: Action) => void; first?: boolean };

const Ask = ({ action, onAsk, first = false }: AskProps) => (
  <Button variant={first ? 'primary' : 'secondary'} aria-haspopup="dialog" onClick={() => onAsk(action)}>
    {action.button}
  </Button>
);

function Acknowledge({ id }: { id: string }) {
  const change = useChangeRequest(id);
  return (
    <Button
      pending={change.isPending}
      onClick={() =>
        change.mutate(
          { acknowledged: true },
          {
            onSuccess: () => say('Request acknowledged'),
            onError: ({ message }) => warn(`We couldn't save this. Try again. ${message}`),
          },
        )
      }
    >
      Acknowledge
    </Button>
  );
}

type ActionDialogProps = { id: string; asked: Asked | undefined; onClose: () => void };

function ActionDialog({ id, asked, onClose }: ActionDialogProps) {
  const last = useLast(asked);
  const change = useChangeRequest(id);
  const form = useId();
  if (!last) return null;
  const { action } = last;

  function close(): void {
    if (change.isPending) return;
    change.reset();
    onClose();
  }

  return (
    <FormDialog
      open={asked !== undefined}
      onClose={close}
      title={action.title}
      description={action.description}
      form={form}
      pending={change.isPending}
      danger={action.danger ?? false}
      submit={action.button}
    >
      <TextForm
        key={action.button}
        id={form}
        asked={last}
        change={change}
        onSaved={() => {
          say(action.done);
          onClose();
        }}
      />
    </FormDialog>
  );
}

type TextFormProps = {
  id: string;
  asked: Asked;
  change: ReturnType<typeof useChangeRequest>;
  onSaved: () => void;
};

function TextForm({ id, asked: { action, seenVerified }, change, onSaved }: TextFormProps) {
  const { label, field, changes } = action;
  const [text, setText] = useState('');
  const error = change.error instanceof ApiError ? change.error.fields[field] : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    change.mutate({ ...changes(text), seenVerified }, { onSuccess: onSaved });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        label={label}
        required
        rows={4}
        maxLength={maxLengths.privacy.text}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={error}
      />
      <FormError>{!error && change.error?.message}</FormError>
    </form>
  );
}
