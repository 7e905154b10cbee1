import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { LetterEmail, OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import type { Versioned } from './closings.queries.ts';
import { letterEmailQuery, type OnConflict, officeActs, useOfficeAct } from './office-closings.queries.ts';

interface EmailLetterProps extends Pick<ButtonLook, 'variant' | 'size'> {
  current: Versioned<OfficeClosing>;
  onConflict: OnConflict;
  number: number;
  disabled: boolean;
  /** Says why it is disabled. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/** Asks for the address and shows the email before it goes; sending notes the letter as sent. */
export function EmailLetter(props: EmailLetterProps) {
  const { current, onConflict, number, variant, size, disabled, describedBy, children } = props;
  const [open, setOpen] = useState(false);
  const act = useOfficeAct(current, onConflict);
  const form = useId();
  function close(): void {
    if (act.isPending) return;
    act.reset();
    setOpen(false);
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title={children}
        description="We email it with the PDF, and mark it as sent."
        form={form}
        pending={act.isPending}
        submit="Send email"
      >
        {open && (
          <Draft
            form={form}
            closing={current.closing._id}
            number={number}
            act={act}
            onDone={() => {
              say('Email on its way');
              setOpen(false);
            }}
            onConflict={() => setOpen(false)}
          />
        )}
      </FormDialog>
    </>
  );
}

interface DraftProps {
  form: string;
  closing: string;
  number: number;
  act: ReturnType<typeof useOfficeAct>;
  onDone: () => void;
  onConflict: () => void;
}

function Draft({ closing, number, ...props }: DraftProps) {
  const query = useQuery(letterEmailQuery(closing, number));
  return (
    <Loaded query={query} what="The email" skeleton={<Skeleton className="h-64" />}>
      {(email) => <EmailForm {...props} email={email} send={officeActs(closing).email(number)} />}
    </Loaded>
  );
}

interface EmailFormProps extends Omit<DraftProps, 'closing' | 'number'> {
  email: LetterEmail;
  send: ReturnType<ReturnType<typeof officeActs>['email']>;
}

function EmailForm({ form, email, send, act, onDone, onConflict }: EmailFormProps) {
  const [to, setTo] = useState(email.to);
  const fields = act.error instanceof ApiError ? act.error.fields : {};
  const ref = useFocusOnRefusal(act.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    act.mutate(
      { act: send(to) },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (error instanceof ApiError && error.status === 412) onConflict();
        },
      },
    );
  }

  return (
    <form ref={ref} id={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField
        label="Email address"
        type="email"
        required
        autoComplete="off"
        maxLength={maxLengths.email}
        value={to}
        error={fields.to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Facts>
        <Fact name="Subject">{email.subject}</Fact>
        <Fact name="Attachment">{email.attachment}</Fact>
        <Fact name="Copy to">
          {email.agent ? (
            <>
              <span translate="no">{email.agent.name}</span>
              {email.agent.attachments.length > 1 && `, with ${email.agent.attachments.at(-1)}`}
            </>
          ) : (
            "No one: the agent's account isn't active"
          )}
        </Fact>
      </Facts>
      <p className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line p-4 text-sm">
        {email.text.trim()}
      </p>
      <FormError>{fields.to === undefined && act.error?.message}</FormError>
    </form>
  );
}
