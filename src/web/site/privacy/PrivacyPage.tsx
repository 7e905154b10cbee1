import { shownEmail } from '../../../shared/email-address.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import {
  currentPolicy,
  type HeldData,
  type PolicyVersion,
  policyAddress,
  policyDate,
  policyVersions,
} from '../../../shared/privacy/policy-versions.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { CollectedData } from './CollectedData.tsx';
import { CookiesAndSharing } from './CookiesAndSharing.tsx';
import { HeldDataList } from './HeldDataList.tsx';
import { Rights } from './Rights.tsx';

/** From before the policy listed what the database holds. */
const firstPolicy: PolicyVersion = '2020-04-02';

/** Agreements, closings and what a broker must supervise are kept since. */
const keepsRecords = (version: PolicyVersion) => version >= '2026-11-25';

interface PrivacyPageProps {
  brokerage: Brokerage;
  version: PolicyVersion;
  held: HeldData[];
}

/** docs/product.md P7.12 */
export function PrivacyPage({ brokerage, version, held }: PrivacyPageProps) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] justify-items-center px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <header className="grid w-full max-w-measure gap-4">
        <h1>Privacy and GDPR policy</h1>
        <p className="border-line border-b pb-8 text-base text-muted">
          <span>Last updated 04-02-2020</span>
          {version === currentPolicy && (
            <>. This version, with the list of what we collect: {policyDate(version)}</>
          )}
        </p>
        {version !== currentPolicy && (
          <p>
            This is an earlier version. <a href={policyAddress(currentPolicy)}>Read the current one.</a>
          </p>
        )}
      </header>
      <div className="prose mt-8 w-full max-w-measure text-base">
        <InShort brokerage={brokerage} version={version} />
        {version === firstPolicy ? <CollectedData /> : <HeldDataList held={held} />}
        <CookiesAndSharing current={version !== firstPolicy} />
        <Keeping version={version} />
        <Rights version={version} />
        <Contact brokerage={brokerage} />
        <Changes version={version} />
      </div>
    </div>
  );
}

function InShort({ brokerage, version }: { brokerage: Brokerage; version: PolicyVersion }) {
  return (
    <>
      <p>
        This policy says what personal information {brokerage.legalName} (“{brokerage.name}”, “we”) collects
        through this site, why, for how long, and what you can ask of us. In short:
      </p>
      <ul>
        <li>We collect what you type into the contact form, and what members put into their accounts.</li>
        <li>
          We keep personal data for less than 2 years
          {keepsRecords(version) && ', and longer only what the law makes a broker keep'}.
        </li>
        <li>We do not sell it, and no advertising or tracking service sees it.</li>
        <li>The site sets no cookies.</li>
        <li>The service is for people who are 18 or older.</li>
        <li>We answer requests about your data within 30 days.</li>
      </ul>
    </>
  );
}

function Keeping({ version }: { version: PolicyVersion }) {
  return (
    <>
      <h2>How long we keep it</h2>
      <p>
        We keep personal data for less than 2 years. A contact request is erased 22 months after it was sent,
        with our notes about it. An account is there for as long as its member uses it, and is erased 22
        months after they last signed in, with the profile and the posts. You can ask us to erase your data
        sooner; members can also delete their account themselves.
      </p>
      {keepsRecords(version) && (
        <p>
          California makes a broker keep some records for three years or more: signed agreements, closings,
          and what we checked about our agents to supervise them. The list above says how long each stays. An
          erasure leaves them until then, and we tell you which.
        </p>
      )}
      <h2>Age</h2>
      <p>
        This service is for people who are 18 or older. We do not knowingly collect personal data of anyone
        younger. If you believe that we have, write to us and we will erase it.
      </p>
    </>
  );
}

function Contact({ brokerage }: { brokerage: Brokerage }) {
  return (
    <>
      <h2>How to reach us</h2>
      <p>
        <a href="/privacy-request">Send us a privacy request</a>, or write to the office. Say what you would
        like us to do, and write from the email address we have on file, so we know it's you.
      </p>
      <address className="not-italic">
        {brokerage.legalName}
        <br />
        {brokerage.address}
        <br />
        Email: <a href={mailtoHref(brokerage.email)}>{shownEmail(brokerage.email)}</a>
        <br />
        Phone: {brokerage.phone}
        <br />
        DRE license {brokerage.license}
      </address>
    </>
  );
}

function Changes({ version }: { version: PolicyVersion }) {
  const others = policyVersions.filter((other) => other !== version);
  return (
    <>
      <h2>Changes</h2>
      <p>
        When this policy changes, the new text appears on this page with a new date at its top. Other
        versions:
      </p>
      <ul>
        {others.map((other) => (
          <li key={other}>
            <a href={policyAddress(other)}>{policyDate(other)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
