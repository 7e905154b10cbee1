import { shownEmail } from '../../../shared/email-address.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';
import { Logo } from './Logo.tsx';
import { SocialLinks } from './SocialLinks.tsx';

/** California requires the license number in advertising. */
export function Footer({ brokerage, year }: { brokerage: ShownBrokerage; year: number }) {
  return (
    <footer className="site-footer bg-ink-deep text-paper text-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-16 gap-y-10 px-5 pt-14 pb-10">
        <div className="grid content-start gap-4">
          <p className="flex items-center gap-2.5 font-display text-xl leading-none">
            <Logo brokerage={brokerage} />
            <span translate="no">{brokerage.name}</span>
          </p>
          <p className="max-w-xs">Flat-fee real estate brokerage for California agents. 100% commission.</p>
          <SocialLinks brokerage={brokerage} />
        </div>
        <Office brokerage={brokerage} />
      </div>
      <div className="site-footer-end mx-auto flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-2 px-5 pb-10">
        <p>
          © {year} {brokerage.legalName} · DRE license {brokerage.license}
        </p>
        <div className="flex flex-wrap gap-x-8 gap-y-2">
          <a href="/policies" className="footer-link">
            Policies
          </a>
          <a href="/accessibility" className="footer-link">
            Accessibility
          </a>
          <a href="/privacy-and-gdpr-policy" className="footer-link">
            Privacy and GDPR policy
          </a>
        </div>
      </div>
    </footer>
  );
}

function Office({ brokerage }: { brokerage: ShownBrokerage }) {
  return (
    <address className="grid content-start not-italic">
      <a href={brokerage.dial} className="footer-link">
        {brokerage.phone}
      </a>
      <a href={mailtoHref(brokerage.email)} className="footer-link">
        {shownEmail(brokerage.email)}
      </a>
      <p className="mt-2 max-w-56">{brokerage.address}</p>
      {brokerage.hours && <p className="mt-2 max-w-56">{brokerage.hours}</p>}
    </address>
  );
}
