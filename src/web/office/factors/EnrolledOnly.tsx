import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useUser } from '../session/guards.tsx';
import { StartingUp } from '../session/StartingUp.tsx';

const EnrollmentPage = lazy(async () => ({ default: (await import('./EnrollmentPage.tsx')).EnrollmentPage }));

/** Shows nothing but the enrollment to who must have a second factor and has none. */
export function EnrolledOnly() {
  if (!useUser().mustEnrol) return <Outlet />;
  return (
    <Suspense fallback={<StartingUp />}>
      <EnrollmentPage />
    </Suspense>
  );
}
