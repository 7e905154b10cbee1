import { maxLengths } from '../../../shared/field-limits.ts';
import type { JoinView } from '../../../shared/joining/join-view.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Notice } from '../privacy/PrivacyRequestPage.tsx';

type JoinDeclineProps = Extract<JoinView, { view: 'decline' }> & { brokerage: Brokerage };

export function JoinDecline({ token, state, reason, errors, brokerage }: JoinDeclineProps) {
  const signed = state.signed !== null;
  const general = errors.filter(({ field }) => field !== 'sure');
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
      <form
        method="post"
        action={`/join/${token}/decline`}
        noValidate
        className="grid max-w-xl grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        {general.map(({ msg }) => (
          <Notice key={msg} role="alert" text={msg} />
        ))}
        <TextArea
          name="reason"
          label="Why not? (optional)"
          hint="It helps us. Only the person you've been talking to and the office read it."
          rows={4}
          maxLength={maxLengths.application.text}
          defaultValue={reason}
        />
        {/* Programs that check emails press buttons, but check no boxes. */}
        <CheckboxField
          name="sure"
          value="yes"
          required
          label={signed ? 'Withdraw my application' : 'Close my application'}
          error={errors.find(({ field }) => field === 'sure')?.msg}
        />
        <div className="flex flex-wrap items-center gap-5">
          <Button type="submit">{signed ? 'Withdraw' : 'No, thank you'}</Button>
          <a href={`/join/${token}`}>Keep my application</a>
        </div>
      </form>
    </>
  );
}
