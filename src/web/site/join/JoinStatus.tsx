import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { JoinView } from '../../../shared/joining/join-view.ts';
import type { JoinState } from '../../../shared/joining/joining-fields.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Notice } from '../privacy/PrivacyRequestPage.tsx';

type JoinStatusProps = Extract<JoinView, { view: 'status' }> & { brokerage: Brokerage };

/** After signing: how it stands, and the copy. */
export function JoinStatus({ token, state, reply, errors, brokerage }: JoinStatusProps) {
  const { title, text } = wordsOf(state, brokerage);
  return (
    <>
      <header className="grid gap-4">
        <h1>{title}</h1>
        <p role="status" className="max-w-[58ch] text-lg">
          {text}
        </p>
      </header>
      {state.state === 'question' && (
        <section aria-labelledby="question" className="grid max-w-xl grid-cols-1 gap-4">
          <h2 id="question" className="text-xl">
            Our question
          </h2>
          <p className="wrap-anywhere whitespace-pre-wrap border-line border-s-2 ps-4">{state.question}</p>
          <form method="post" action={`/join/${token}/reply`} noValidate className="grid grid-cols-1 gap-4">
            <TextArea
              name="text"
              label="Your answer"
              required
              rows={5}
              maxLength={maxLengths.application.text}
              defaultValue={reply}
              error={errors[0]?.msg}
            />
            <Button type="submit" className="justify-self-start">
              Send answer
            </Button>
          </form>
        </section>
      )}
      {state.state !== 'question' && errors.map(({ msg }) => <Notice key={msg} role="alert" text={msg} />)}
      {state.signed && <Signature token={token} state={state} signed={state.signed} />}
      {state.state !== 'joined' && (
        <p>
          Changed your mind? Until our broker has signed, you can{' '}
          <a href={`/join/${token}/decline`}>withdraw your application</a>.
        </p>
      )}
    </>
  );
}

interface SignatureProps {
  token: string;
  state: JoinState;
  signed: NonNullable<JoinState['signed']>;
}

function Signature({ token, state, signed }: SignatureProps) {
  return (
    <section aria-labelledby="signature" className="grid max-w-2xl grid-cols-1 justify-items-start gap-4">
      <h2 id="signature" className="text-xl">
        Your signature
      </h2>
      <dl className="grid w-full gap-3 border-line border-t pt-4">
        <Fact name="Signed by">{signed.name}</Fact>
        <Fact name="On">{formatDateTime(signed.date)}</Fact>
        <Fact name="Fingerprint of what you signed (SHA-256)">
          <code translate="no">{signed.sha256}</code>
        </Fact>
      </dl>
      <ButtonLink href={`/join/${token}/copy`}>
        {state.copy === 'final' ? 'Download the copy with both signatures' : 'Download your copy'}
      </ButtonLink>
      <p className="text-muted">
        A PDF. Keep it: anyone can check that it's unchanged by its fingerprint. You can get a paper copy from
        us at any time.
      </p>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

function wordsOf(
  { state, firstName, email }: JoinState,
  { name }: Brokerage,
): { title: string; text: string } {
  switch (state) {
    case 'question':
      return {
        title: 'We have a question',
        text: "Your signature is safe. Answer the question, and we'll continue with your application.",
      };
    case 'approved':
      return {
        title: 'Approved',
        text: "We approved your application. Our broker signs next; until then the agreement isn't in force. We'll email you.",
      };
    case 'joined':
      return {
        title: `Welcome to ${name}, ${firstName}`,
        text: 'Your agreement is in force. Wait until we tell you that the public record shows your license under our broker before you work with us. Your copy is in your account, too.',
      };
    default:
      return {
        title: `Thank you, ${firstName}`,
        text: `You signed. The office will read your application next. The agreement takes effect once our broker signs, too. We'll email you at ${shownEmail(email)}.`,
      };
  }
}
