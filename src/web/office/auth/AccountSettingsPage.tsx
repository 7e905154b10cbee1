import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { shownEmail } from '../../../shared/email-address.ts';
import { rightNames, rights } from '../../../shared/users/rights.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { factorsQuery } from '../factors/factors.queries.ts';
import { SecondFactor } from '../factors/SecondFactor.tsx';
import { ownLicenseQuery } from '../licenses/licenses.queries.ts';
import { OwnLicense } from '../licenses/OwnLicense.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { Exports } from '../personal-data/Exports.tsx';
import { exportsQuery } from '../personal-data/personal-data.queries.ts';
import { OwnRequest } from '../privacy/OwnRequest.tsx';
import { OwnSecurityLog } from '../security-log/OwnSecurityLog.tsx';
import { ownSecurityLogQuery } from '../security-log/security-log.queries.ts';
import { useUser } from '../session/guards.tsx';
import { ThemeChoice } from '../theme/ThemeChoice.tsx';
import { AccountGroup, AccountSection } from './AccountSection.tsx';
import { ownDevicesQuery, ownSessionsQuery } from './account.queries.ts';
import { DeleteOwnAccount } from './DeleteOwnAccount.tsx';
import { KnownDevices } from './KnownDevices.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { useLogOut } from './useLogOut.tsx';

const groups = [
  { id: 'profile', title: 'Profile and license' },
  { id: 'sign-in', title: 'Sign-in' },
  { id: 'devices', title: 'Devices' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'data', title: 'Your data' },
] as const;

const group = (wanted: (typeof groups)[number]['id']) => groups.find(({ id }) => id === wanted) ?? groups[0];

export function AccountSettingsPage() {
  const logOut = useLogOut();
  const loads = [
    useQuery(ownLicenseQuery),
    useQuery(factorsQuery),
    useInfiniteQuery(ownSecurityLogQuery),
    useQuery(ownSessionsQuery),
    useQuery(ownDevicesQuery),
    useQuery(exportsQuery),
  ];
  return (
    <Page title="Account settings">
      <Who />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[12rem_minmax(0,36rem)]">
        <Contents />
        <Together loads={loads} label="Loading your account settings" skeleton={<GroupSkeletons />}>
          <div className="grid grid-cols-1 gap-8">
            <AccountGroup {...group('profile')}>
              <AccountSection title="Profile">
                <p className="text-muted">
                  What colleagues see about you: profile picture, bio, skills, and where you work.
                </p>
                <Link to="/edit-profile" className={buttonClass({ variant: 'secondary' })}>
                  Edit profile
                </Link>
              </AccountSection>
              <AccountSection title="License">
                <OwnLicense />
              </AccountSection>
            </AccountGroup>
            <AccountGroup {...group('sign-in')}>
              <AccountSection title="Password">
                <Link to="/dashboard/change-password" className={buttonClass({ variant: 'secondary' })}>
                  Change password
                </Link>
              </AccountSection>
              <AccountSection title="Two-step verification">
                <SecondFactor />
              </AccountSection>
              <AccountSection title="Security log">
                <p className="text-muted">
                  Activity on your account in the last 12 months. Don't recognize something? Change your
                  password.
                </p>
                <OwnSecurityLog />
              </AccountSection>
            </AccountGroup>
            <AccountGroup {...group('devices')}>
              <AccountSection title="This device">
                <p className="text-muted">Signing out ends your session on this device.</p>
                <Button variant="secondary" onClick={logOut.ask}>
                  Sign out
                </Button>
              </AccountSection>
              <AccountSection title="Where you're signed in">
                <OwnSessions />
              </AccountSection>
              <AccountSection title="Known devices">
                <p className="text-muted">
                  You've signed in on these devices before. If someone is guessing your password, sign-in
                  slows down everywhere except here.
                </p>
                <KnownDevices />
              </AccountSection>
            </AccountGroup>
            <AccountGroup {...group('appearance')}>
              <ThemeChoice />
            </AccountGroup>
            <AccountGroup {...group('data')}>
              <AccountSection title="Download your data">
                <p className="text-muted">
                  Download everything we hold about you: a readable page, JSON, and your images. We'll prepare
                  it in a moment; the link works for 7 days.
                </p>
                <OwnData />
              </AccountSection>
              <AccountSection title="Privacy requests">
                <p className="text-muted">Ask us to correct your data, or use another privacy right.</p>
                <OwnRequest />
              </AccountSection>
              <AccountSection title="Delete account">
                <DeleteOwnAccount />
              </AccountSection>
            </AccountGroup>
          </div>
        </Together>
      </div>
      {logOut.dialog}
    </Page>
  );
}

const GroupSkeletons = () => (
  <div className="grid gap-8">
    {groups.map(({ id }) => (
      <Skeleton key={id} className="h-64" />
    ))}
  </div>
);

const Contents = () => (
  <nav aria-label="Account settings" className="lg:sticky lg:top-(--aside-top)">
    <ul className="flex flex-wrap gap-x-6 lg:grid">
      {groups.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="inline-flex min-h-9 items-center text-brand underline-offset-4 hover:text-brand-hover pointer-coarse:min-h-11"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

function OwnData() {
  const { email, emailProven } = useUser();
  return (
    <>
      {!emailProven && <UnprovenAddress email={email} />}
      <Exports email={email} own />
    </>
  );
}

/** Inquiries are matched by email address, so they are shown only to its proven owner (docs/security.md S15.1). */
const UnprovenAddress = ({ email }: { email: string }) => (
  <p className="max-w-measure text-muted">
    Your inquiries aren't included yet, because we haven't verified that {shownEmail(email)} is yours.{' '}
    <a href="/reset-password" className="text-brand underline underline-offset-4">
      Reset your password by email
    </a>{' '}
    to verify it, then export again.
  </p>
);

function Who() {
  const user = useUser();
  const labels = user.admin
    ? ['Admin']
    : rightNames.filter((right) => user[right]).map((right) => rights[right].label);
  return (
    <div className="flex items-center gap-4">
      <Avatar name={user.name} src={user.avatar} size="lg" />
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lg">
          <span translate="no">{user.name}</span>
          {labels.map((label) => (
            <span key={label} className="rounded-md bg-sand px-2 py-0.5 text-sm text-text">
              {label}
            </span>
          ))}
        </p>
        <p className="wrap-anywhere text-muted">{user.email}</p>
      </div>
    </div>
  );
}
