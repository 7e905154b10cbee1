import { useQuery } from '@tanstack/react-query';
import FilePlus from 'lucide-react/icons/file-plus';
import Globe from 'lucide-react/icons/globe';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import Users from 'lucide-react/icons/users';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OwnClosingsInShort } from '../closings/OwnClosingsInShort.tsx';
import { StoppedMembers } from '../compliance/StoppedMembers.tsx';
import { LateMembers } from '../handbook/LateMembers.tsx';
import { OpenPages } from '../handbook/OpenPages.tsx';
import { InsightsInShort } from '../insights/InsightsInShort.tsx';
import { OwnChecks } from '../joining/OwnChecks.tsx';
import { JoiningSteps } from '../onboarding/JoiningSteps.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { useUser, worksInOffice } from '../session/guards.tsx';
import { setupQuery } from '../setup/setup.query.ts';
import { WhatWaits } from '../waiting/WhatWaits.tsx';
import { NewSinceLastVisit } from './NewSinceLastVisit.tsx';
import { NextStep } from './NextStep.tsx';
import { ProfileSteps } from './ProfileSteps.tsx';
import { useDashboardLoads } from './useDashboardLoads.ts';

const SetupSteps = lazy(async () => ({ default: (await import('../setup/SetupSteps.tsx')).SetupSteps }));

/** docs/product.md P8.4 */
export function DashboardPage() {
  const user = useUser();
  const loads = useDashboardLoads(user);
  const { data: { steps } = { steps: [] } } = useQuery({ ...setupQuery, enabled: user.admin });
  const isNew = steps.length > 0;
  return (
    <Page title="Dashboard">
      <p className="wrap-anywhere text-lg text-muted">Welcome, {user.name}. What would you like to do?</p>
      <Together loads={loads} label="Loading your dashboard" skeleton={<DashboardSkeleton />}>
        {isNew && (
          // Loaded only where there are any: an office that is set up never needs it.
          <Suspense fallback={<Skeleton className="h-96" />}>
            <SetupSteps steps={steps} />
          </Suspense>
        )}
        <WhatWaits isNew={isNew} more={user.compliance && <Members />} />
        {!worksInOffice(user) && <OwnClosingsInShort />}
        <OpenPages />
        <OwnChecks />
        <JoiningSteps />
        {user.recruiting ? <InsightsInShort /> : <NewSinceLastVisit userId={user._id} />}
        <ul className="max-w-2xl border-line border-b">
          <ProfileSteps />
          <WriterSteps />
          <NextStep to="/members" icon={<Users />} title="Find a colleague">
            By name, skill, company, or place
          </NextStep>
          <NextStep to="/" icon={<Globe />} title="Read the public site">
            What prospective agents see
          </NextStep>
        </ul>
      </Together>
    </Page>
  );
}

const DashboardSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-60" />
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-60" />
  </div>
);

/** Members that the office must contact today. */
const Members = () => (
  <>
    <StoppedMembers />
    <LateMembers />
  </>
);

function WriterSteps() {
  const { editsContent, editsTestimonials, testimonialsWait } = useUser();
  return (
    <>
      {editsTestimonials && (
        <NextStep to="/dashboard/add-testimonial" icon={<MessageSquarePlus />} title="Add a testimonial">
          {testimonialsWait
            ? 'It appears on the home page after a review'
            : 'It appears on the home page right away'}
        </NextStep>
      )}
      {editsContent && (
        <NextStep to="/dashboard/add-article" icon={<FilePlus />} title="Write an article">
          Share news and advice with visitors
        </NextStep>
      )}
    </>
  );
}
