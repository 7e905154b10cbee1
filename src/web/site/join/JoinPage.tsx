import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { JoinView } from '../../../shared/joining/join-view.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { JoinAgreement } from './JoinAgreement.tsx';
import { JoinDecline } from './JoinDecline.tsx';
import { JoinProgress } from './JoinProgress.tsx';
import { JoinStatus } from './JoinStatus.tsx';
import { JoinStep } from './JoinStep.tsx';
import { WhatWeDoNotAsk } from './WhatWeDoNotAsk.tsx';

/** The page behind a personal link; it works without script (docs/product.md P27). */
export function JoinPage({ view, brokerage }: { view: JoinView; brokerage: ShownBrokerage }) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-8 px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      {contentOf(view, brokerage)}
    </div>
  );
}

function contentOf(view: JoinView, brokerage: ShownBrokerage): ReactNode {
  switch (view.view) {
    case 'start':
      return <Start {...view} brokerage={brokerage} />;
    case 'step':
      return <JoinStep {...view} />;
    case 'agreement':
      return <JoinAgreement {...view} brokerage={brokerage} />;
    case 'status':
      return <JoinStatus {...view} brokerage={brokerage} />;
    case 'decline':
      return <JoinDecline {...view} brokerage={brokerage} />;
    case 'declined':
      return (
        <Plain title="Thank you for telling us">
          We closed your application, and your link no longer works. Nothing you signed here is in force. If
          you change your mind, <Office brokerage={brokerage} />.
        </Plain>
      );
    case 'unknown':
      return (
        <Plain title="This link doesn't work">
          It may have expired, or we sent you a newer one. Open the link in the latest email from us, or{' '}
          <Office brokerage={brokerage} /> and we'll send another.
        </Plain>
      );
    case 'failed':
      return (
        <Plain title="We couldn't do that" role="alert">
          {view.message}. What you entered before is saved. Go back and try again, or{' '}
          <Office brokerage={brokerage} />.
        </Plain>
      );
  }
}

function Plain({ title, role, children }: { title: string; role?: 'alert'; children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p role={role} className="max-w-[58ch] text-lg">
        {children}
      </p>
    </>
  );
}

const Office = ({ brokerage: { phone, dial, email } }: { brokerage: ShownBrokerage }) => (
  <>
    call <a href={dial}>{phone}</a> or email <a href={mailtoHref(email)}>{shownEmail(email)}</a>
  </>
);

type StartProps = Extract<JoinView, { view: 'start' }> & { brokerage: ShownBrokerage };

function Start({ token, state, brokerage }: StartProps) {
  const { firstName, expires, missing, answers } = state;
  const begun = Object.keys(answers).length > 0;
  const label = missing.length === 0 ? 'Read the agreement' : begun ? 'Continue' : 'Start';
  return (
    <>
      <header className="grid gap-4">
        <h1>Welcome, {firstName}</h1>
        <p className="max-w-[58ch] text-lg text-muted">
          Apply to {brokerage.name}, read the agreement with every fee in it, and sign it online. It takes
          about 10 minutes, and you only need your license at hand.
        </p>
      </header>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] lg:gap-20">
        <div className="grid content-start justify-items-start gap-6">
          <JoinProgress token={token} missing={missing} />
          <ButtonLink href={`/join/${token}/${missing[0] ?? 'agreement'}`}>{label}</ButtonLink>
          <p className="text-muted">
            We save each step. Come back with the same link, on any device
            {expires && `, until ${formatDateTime(expires)}`}. The link is yours alone: please don't forward
            it.
          </p>
        </div>
        <WhatWeDoNotAsk />
      </div>
      <section aria-labelledby="no" className="grid max-w-xl grid-cols-1 gap-4 border-line border-t pt-8">
        <h2 id="no" className="text-xl">
          Not for you?
        </h2>
        <p className="text-muted">Let us know, and we'll close your application and stop emailing you.</p>
        <ButtonLink href={`/join/${token}/decline`} variant="secondary" className="justify-self-start">
          No, thank you
        </ButtonLink>
      </section>
    </>
  );
}
