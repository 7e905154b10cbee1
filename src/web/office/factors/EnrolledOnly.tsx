import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useUser } from '../session/guards.tsx';
import { StartingUp } from '../session/StartingUp.tsx';

const EnrolmentPage = lazy(async () => ({ default: (await import('./EnrolmentPage.tsx')).EnrolmentPage }));

/** Shows nothing but the enrolment to who must have a second factor and has none. */
export function EnrolledOnly() {
  if (!useUser().mustEnrol) return <Outlet />;
  return (
    <Suspense fallback={<StartingUp />}>
      <EnrolmentPage />
    </Suspense>
  );
}
