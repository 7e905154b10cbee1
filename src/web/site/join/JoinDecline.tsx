import type { ReactNode } from 'react';
import type { Brokerage } from '../../../shared/brokerage.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { JoinView } from '../../../shared/join-view.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Notice } from '../privacy/PrivacyRequestPage.tsx';

type JoinDeclineProps = Extract<JoinView, { view: 'decline' }> & { brokerage: Brokerage };

export function JoinDecline({ token, state, reason, errors, brokerage }: JoinDeclineProps) {
  const signed = state.signed !== null;
  return (
    <>
      <header className="grid gap-4">
        <h1>{signed ? 'Withdraw your application' : 'Let us know'}</h1>
        <p className="max-w-[58ch] text-lg text-muted">
          {signed
            ? "Our broker hasn't signed, so you can still withdraw. What you signed will not come into force."
            : `We'll close your application with ${brokerage.name} and stop emailing you.`}{' '}
          Your link stops working.
        </p>
      </header>
      <div className="grid max-w-xl grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8">
        {errors.map(({ msg }) => (
          <Notice key={msg} role="alert" text={msg} />
        ))}
        <DeclineForm token={token} reason={reason} label={signed ? 'Withdraw' : 'No, thank you'}>
          <a href={`/join/${token}`}>Keep my application</a>
        </DeclineForm>
      </div>
    </>
  );
}

type DeclineFormProps = {
  token: string;
  reason: string;
  label: string;
  variant?: 'secondary';
  children?: ReactNode;
};

/** No in one click, with or without a reason. */
export function DeclineForm({ token, reason, label, variant, children }: DeclineFormProps) {
  return (
    <form method="post" action={`/join/${token}/decline`} className="grid grid-cols-1 gap-5">
      <TextArea
        name="reason"
        label="Why not? (optional)"
        hint="It helps us. Only the person you've been talking to and the office read it."
        rows={4}
        maxLength={maxLengths.application.text}
        defaultValue={reason}
      />
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" {...(variant && { variant })}>
          {label}
        </Button>
        {children}
      </div>
    </form>
  );
}
