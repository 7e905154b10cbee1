import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { Application } from '../../../shared/joining/joining-fields.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { type Decision, useDecide } from '../leads/applications.queries.ts';
import { isBlockedByOwn, ownWorkId } from './own-application.ts';

type DialogKind = 'question' | 'decline';
/** A dialog, with the change that was the last one when it opened. */
type Asked = { kind: DialogKind; changed: string };

/** The next step stands first. */
export function ApplicationActions({ application }: { application: Application }) {
  const { _id, state, changed, mayCountersign, agreement, name, licenseObstacle, own } = application;
  const isBlocked = isBlockedByOwn(application);
  const reason = isBlocked ? ownWorkId : undefined;
  const [asked, setAsked] = useState<Asked>();
  /** The change that was the last one when it was asked. */
  const [countersigning, setCountersigning] = useState<string>();
  const decide = useDecide(_id);
  const isOver = ['joined', 'declined', 'withdrawn', 'closed'].includes(state);
  if (isOver) return null;

  return (
    <section aria-label="Actions" className="grid gap-2">
      {own && (
        <p id={ownWorkId} className="max-w-measure rounded-lg border border-poppy-text bg-surface p-4">
          {own.mayAct
            ? 'This application is yours. All admins get an email about what you do here.'
            : own.text}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {(state === 'signed' || state === 'question') && (
          <Button
            pending={decide.isPending}
            disabled={isBlocked}
            aria-describedby={reason}
            onClick={() => decide.mutate({ what: 'approve', body: { sha256: agreement?.sha256, changed } })}
          >
            Approve
          </Button>
        )}
        {state === 'approved' && agreement && mayCountersign && (
          <Button
            aria-haspopup="dialog"
            disabled={isBlocked}
            aria-describedby={reason}
            onClick={() => setCountersigning(changed)}
          >
            Countersign
          </Button>
        )}
        {(state === 'signed' || state === 'approved') && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            onClick={() => setAsked({ kind: 'question', changed })}
          >
            Ask a question
          </Button>
        )}
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          onClick={() => setAsked({ kind: 'decline', changed })}
        >
          Decline
        </Button>
      </div>
      {licenseObstacle && !decide.error && ['signed', 'question', 'approved'].includes(state) && (
        <p className="text-muted">{licenseObstacle}.</p>
      )}
      {state === 'approved' && !mayCountersign && (
        <p className="text-muted">Someone named in the agreement's settings countersigns next.</p>
      )}
      <FormError>{!asked && !countersigning && decide.error?.message}</FormError>
      <TextDialog id={_id} asked={asked} name={name} onClose={() => setAsked(undefined)} />
      <LazyConfirmDialog
        open={countersigning !== undefined}
        title={`Countersign the agreement of ${name}?`}
        body="You're signing for the broker. The agreement takes effect right away, and we'll invite them to their account. You can't undo this."
        confirmLabel="Countersign"
        pending={decide.isPending}
        error={decide.error && `We couldn't countersign. ${decide.error.message}`}
        onConfirm={() =>
          agreement &&
          decide.mutate(
            { what: 'countersign', body: { sha256: agreement.sha256, changed: countersigning } },
            { onSuccess: () => setCountersigning(undefined) },
          )
        }
        onClose={() => {
          decide.reset();
          setCountersigning(undefined);
        }}
      />
    </section>
  );
}

const dialogs = {
  question: {
    title: 'Ask a question',
    description: "We'll email it with the same link, where they can answer.",
    button: 'Send question',
  },
  decline: {
    title: 'Decline this application?',
    description: "The link stops working, and what they signed never takes effect. You can't undo this.",
    button: 'Decline',
  },
};

type TextDialogProps = { id: string; asked: Asked | undefined; name: string; onClose: () => void };

/** Keeps its words while it closes. */
function TextDialog({ id, asked, name, onClose }: TextDialogProps) {
  const last = useLast(asked);
  const decide = useDecide(id);
  const form = useId();

  function close(): void {
    if (decide.isPending) return;
    decide.reset();
    onClose();
  }

  if (!last) return null;
  const { title, description, button } = dialogs[last.kind];
  return (
    <FormDialog
      open={asked !== undefined}
      onClose={close}
      title={`${title}${last.kind === 'question' ? ` to ${name}` : ''}`}
      description={description}
      form={form}
      pending={decide.isPending}
      danger={last.kind === 'decline'}
      submit={button}
    >
      <TextForm
        key={`${last.kind}${asked !== undefined}`}
        id={form}
        asked={last}
        error={decide.error}
        onSubmit={(decision) => decide.mutate(decision, { onSuccess: onClose })}
      />
    </FormDialog>
  );
}

type TextFormProps = {
  id: string;
  asked: Asked;
  error: Error | null;
  onSubmit: (decision: Decision) => void;
};

function TextForm({ id, asked: { kind, changed }, error, onSubmit }: TextFormProps) {
  const [text, setText] = useState('');
  const [mail, setMail] = useState('');
  const fields = error instanceof ApiError ? error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (kind === 'question') onSubmit({ what: 'question', body: { text, changed } });
    else onSubmit({ what: 'decline', body: { reason: text, mail, changed } });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextArea
        label={kind === 'question' ? 'Question' : 'Reason'}
        hint={kind === 'decline' && 'Internal: they never see it'}
        required
        rows={4}
        maxLength={maxLengths.application.text}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={kind === 'question' ? fields.text : fields.reason}
      />
      {kind === 'decline' && (
        <TextArea
          label="Email to them (optional)"
          hint="Leave blank to send no email"
          rows={4}
          maxLength={maxLengths.application.text}
          value={mail}
          onChange={({ target }) => setMail(target.value)}
          error={fields.mail}
        />
      )}
      <FormError>{Object.keys(fields).length === 0 && error?.message}</FormError>
    </form>
  );
}
