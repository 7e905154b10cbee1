import type { ReactNode } from 'react';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';
import type { ApiError } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';

export type Office = Pick<ShownBrokerage, 'email' | 'phone' | 'dial'>;

interface UnusableLinkProps {
  error: ApiError;
  office: Office;
  onRetry: () => void;
}

/** An expired link's purpose is unknown, so show both ways on: a reset mail does not help without a password. */
export function UnusableLink({ error, office, onRetry }: UnusableLinkProps) {
  return (
    <div className="grid justify-items-start gap-5">
      <p role="alert">{error.message}</p>
      {error.status === 409 ? (
        <p className="flex flex-wrap gap-3">
          <ButtonLink href="/login">Sign in</ButtonLink>
          <ButtonLink href="/reset-password" variant="secondary">
            Get a new link
          </ButtonLink>
        </p>
      ) : error.status === 400 ? (
        <>
          <WayOn heading="Were you invited?">
            <p>Ask the office to send you a new invitation:</p>
            <p className="grid justify-items-start">
              <ContactLink href={mailtoHref(office.email)}>{office.email}</ContactLink>
              <ContactLink href={office.dial}>{office.phone}</ContactLink>
            </p>
          </WayOn>
          <WayOn heading="Already set a password?">
            <p className="flex flex-wrap gap-3 pt-1">
              <ButtonLink href="/login">Sign in</ButtonLink>
              <ButtonLink href="/reset-password" variant="secondary">
                Get a new link
              </ButtonLink>
            </p>
          </WayOn>
        </>
      ) : (
        <Button onClick={onRetry}>Retry</Button>
      )}
    </div>
  );
}

function WayOn({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid w-full justify-items-start gap-2 border-line border-t pt-5">
      <h2 className="text-lg">{heading}</h2>
      {children}
    </section>
  );
}

const ContactLink = ({ href, children }: { href: string | undefined; children: string }) => (
  <a href={href} className="wrap-anywhere py-1 text-brand underline hover:text-brand-hover">
    {children}
  </a>
);
