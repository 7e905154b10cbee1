import { Link } from 'react-router';
import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { counted } from '../../../shared/counted.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { PersonPage } from '../../../shared/search/people.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../page/Section.tsx';
import { useUser } from '../session/guards.tsx';

const states: Record<PersonPage['state'], string> = {
  active: 'Can sign in',
  invited: 'Invited, has not signed in yet',
  suspended: 'Suspended',
};

/** All that the reader's rights show of a person, each part with the way to where it is worked on. */
export function PersonSummary({ person }: { person: PersonPage }) {
  const { email, phone, dial, license, state, rights, agreement, steps, closings, dues } = person;
  return (
    <Section title="At a glance">
      <Facts label="At a glance">
        {license && <Fact name="DRE license">{license}</Fact>}
        {phone && <Fact name="Phone">{dial ? <a href={dial}>{phone}</a> : phone}</Fact>}
        {email && (
          <Fact name="Email">
            <a href={`mailto:${email}`} translate="no">
              {shownEmail(email)}
            </a>
          </Fact>
        )}
        <Fact name="Account">{[states[state], rights].filter(Boolean).join(' · ')}</Fact>
        {agreement && <Fact name="Agreement">{agreementWords(agreement)}</Fact>}
        {steps && steps.total > 0 && (
          <Fact name="Steps">
            {steps.done} of {steps.total} done
            {steps.next && ` · next: ${steps.next.title}, due ${formatDay(steps.next.due)}`}
          </Fact>
        )}
        {closings && (
          <Fact name="Closings">
            <Closings closings={closings} />
          </Fact>
        )}
        {dues && (
          <Fact name="Dues">
            {dues.count === 0
              ? 'None open'
              : `${formatMoney(dues.amount)} open (${counted(dues.count, 'due')})`}
          </Fact>
        )}
      </Facts>
      <Ways person={person} />
    </Section>
  );
}

function agreementWords({ inForce, askedUntil }: NonNullable<PersonPage['agreement']>): string {
  const words = inForce
    ? `Version ${inForce.version}, signed ${formatDay(inForce.signed)}`
    : 'None in force that was signed here';
  return askedUntil ? `${words} · asked to sign by ${formatDay(askedUntil)}` : words;
}

function Closings({
  closings: { year, open, paid, newest },
}: {
  closings: NonNullable<PersonPage['closings']>;
}) {
  return (
    <>
      {open} under way, {paid} paid in {year}
      {newest.length > 0 && (
        <ul className="grid gap-1">
          {newest.map(({ _id, property, state }) => (
            <li key={_id}>
              <Link to={`/dashboard/admin/closings/${_id}`}>{property}</Link> · {closingStateLabels[state]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Ways({ person: { _id, name, profile, agreement, steps, closings } }: { person: PersonPage }) {
  const { admin } = useUser();
  const ways = [
    { to: `/profile/${_id}`, label: 'Profile', is: profile },
    { to: `/dashboard/admin/closings/list?agent=${_id}`, label: 'All closings', is: closings !== null },
    {
      to: `/dashboard/admin/agreement/signed?id=${agreement?.inForce?._id}`,
      label: 'Agreement',
      is: Boolean(agreement?.inForce),
    },
    { to: `/dashboard/admin/onboarding/${_id}`, label: 'Steps', is: steps !== null && steps.total > 0 },
    { to: `/dashboard/admin/user/edit/${_id}`, label: 'Account', is: admin },
    { to: `/dashboard/admin/security?user=${_id}`, label: 'Security log', is: admin },
  ].filter(({ is }) => is);
  return (
    <nav aria-label={`More about ${name}`} className="flex flex-wrap gap-2 empty:hidden print:hidden">
      {ways.map(({ to, label }) => (
        <Link key={to} to={to} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The newest first; the audit log has all. */
export const PersonEvents = ({ events }: { events: NonNullable<PersonPage['events']> }) => (
  <Section title="What happened" className="print:hidden">
    {events.length === 0 ? (
      <p className="text-muted">Nothing yet.</p>
    ) : (
      <ol aria-label="What happened" className="grid gap-2">
        {events.map(({ _id, date, by, what, details }) => (
          <li key={_id} className="wrap-anywhere">
            {what}
            {details && ` · ${details}`}
            <span className="block text-muted text-sm">
              {formatDateTime(date)} · {by}
            </span>
          </li>
        ))}
      </ol>
    )}
  </Section>
);
