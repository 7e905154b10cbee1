import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { Link } from 'react-router';
import type { SetupState, SetupStep } from '../../../shared/setup/setup.contract.ts';
import { Section } from '../page/Section.tsx';

const texts: Record<SetupStep, { to: string; title: string; unlocks: string }> = {
  brokerage: {
    to: '/dashboard/admin/site',
    title: 'Enter your name, license, phone number and team',
    unlocks:
      'They stand on every page, in emails, and in letters to escrow. Without a team, the site shows none.',
  },
  email: {
    to: '/dashboard/admin/system',
    title: 'See an email arrive',
    unlocks: 'Invitations, codes to sign with, and letters go out by email.',
  },
  'second-factor': {
    to: '/dashboard/account-settings',
    title: 'Protect your sign-in with a second step',
    unlocks: 'A stolen password is then not enough to get in.',
  },
  agreement: {
    to: '/dashboard/admin/agreement',
    title: 'Publish your agreement with agents',
    unlocks: 'Agents can then apply and sign online.',
  },
  signer: {
    to: '/dashboard/admin/agreement/settings',
    title: 'Choose who signs for the broker',
    unlocks: 'A signed agreement then gets its second signature.',
  },
  fees: {
    to: '/dashboard/admin/site/fees',
    title: 'Check your fees',
    unlocks: 'The calculator, new agreements and closings use them.',
  },
  approver: {
    to: '/dashboard/admin/closings/settings',
    title: 'Choose who approves closings',
    unlocks: 'Closings can then be approved, sent to escrow and paid.',
  },
  compliance: {
    to: '/dashboard/admin/compliance/settings',
    title: 'Check the deadlines for licenses and insurance',
    unlocks: 'The compliance desk reminds you by them.',
  },
  people: {
    to: '/dashboard/admin/invite',
    title: 'Invite your people',
    unlocks: 'They can sign in, report closings and read the handbook.',
  },
};

/** The steps of a new office; they go when all are done (docs/product.md P8.22). */
export function SetupSteps({ steps }: SetupState) {
  const done = steps.filter((each) => each.done).length;
  return (
    <Section title="Set up your office" className="max-w-2xl">
      <p className="text-muted">
        {done} of {steps.length} done
      </p>
      <ul className="border-line border-b">
        {steps.map((each) => (
          <Step key={each.step} {...each} />
        ))}
      </ul>
    </Section>
  );
}

function Step({ step, done, noTeam }: SetupState['steps'][number]) {
  const { to, title, unlocks } = texts[step];
  const Icon = done ? Check : Circle;
  return (
    <li className="flex items-start gap-3 border-line border-t py-3">
      <Icon
        aria-hidden="true"
        className={done ? 'mt-0.5 size-5 shrink-0 text-brand' : 'mt-0.5 size-5 shrink-0 text-muted'}
      />
      {done ? (
        <span className="text-muted">
          {title}: done
          {noTeam && (
            <>
              . The site shows no one of your team.{' '}
              <Link to={to} className="text-brand underline hover:text-brand-hover">
                Show your team
              </Link>
            </>
          )}
        </span>
      ) : (
        <span className="grid">
          <Link
            to={to}
            className="justify-self-start font-semibold text-brand underline hover:text-brand-hover pointer-coarse:py-2.5"
          >
            {title}
          </Link>
          <span className="text-muted">{unlocks}</span>
        </span>
      )}
    </li>
  );
}
