import { shownEmail } from '../../../shared/email-address.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';
import type { TeamMember } from '../../../shared/site/site-content.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Section } from './Section.tsx';
import { Team } from './Team.tsx';

const rolesOf = ({ coordinator }: Readonly<FeeSchedule>) => [
  {
    role: 'The broker',
    does: 'Supervises your files, as California requires. Contracts, disclosures, a deal in trouble: this is the person to ask.',
  },
  {
    role: 'Transaction coordinators',
    does: `Keep a file's documents, dates, and signatures moving.${coordinator === 0 ? '' : ` Optional, ${formatMoney(coordinator)} per transaction, per side.`}`,
  },
  {
    role: 'In-house escrow',
    does: 'Available for your closings. Contact the office for terms.',
  },
  {
    role: 'The office',
    does: "Answers your questions before and after you join, and makes sure you're paid within one business day of the escrow closing package.",
  },
];

interface OurTeamProps {
  brokerage: ShownBrokerage;
  team: TeamMember[];
  fees: Readonly<FeeSchedule>;
}

export function OurTeam({ brokerage, team, fees }: OurTeamProps) {
  return (
    <Section id="our-team" heading="Independent, not alone" className="bg-sand">
      <div className="mt-10 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-20">
        <dl className="running">
          {rolesOf(fees).map(({ role, does }) => (
            <div
              key={role}
              className="grid gap-x-8 gap-y-1 border-field-border border-t py-5 sm:grid-cols-[13rem_minmax(0,1fr)]"
            >
              <dt className="font-display text-xl leading-tight">{role}</dt>
              <dd className="text-muted">{does}</dd>
            </div>
          ))}
        </dl>
        <Office brokerage={brokerage} />
      </div>
      <Team team={team} />
    </Section>
  );
}

function Office({ brokerage }: { brokerage: ShownBrokerage }) {
  return (
    <div className="self-start rounded-lg bg-surface p-6 sm:p-8">
      <h3>Meet the people before you move</h3>
      <p className="mt-3 text-muted">
        Ask to talk with the broker. Bring your last closing and your questions.
      </p>
      <p className="mt-5 grid gap-1">
        <a href={brokerage.dial} className="contact-line">
          {brokerage.phone}
        </a>
        <a href={mailtoHref(brokerage.email)} className="contact-line">
          {shownEmail(brokerage.email)}
        </a>
        {brokerage.hours && <span className="text-muted">{brokerage.hours}</span>}
      </p>
      <ButtonLink href="/contact" className="mt-5">
        Contact the team
      </ButtonLink>
    </div>
  );
}
