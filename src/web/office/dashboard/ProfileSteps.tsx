import { useQuery } from '@tanstack/react-query';
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import CircleUser from 'lucide-react/icons/circle-user';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import { ownProfileQuery } from '../profiles/profile.queries.ts';
import { NextStep } from './NextStep.tsx';

/** Reserves room for one step until the profile has loaded. */
export function ProfileSteps() {
  const { data: version, isPending } = useQuery(ownProfileQuery);
  if (isPending) return <li aria-hidden="true" className="min-h-24" />;
  if (version === null) {
    return (
      <NextStep to="/create-profile" icon={<CircleUser />} title="Create your profile">
        Help colleagues find you by what you do and where
      </NextStep>
    );
  }
  return (
    <>
      {version?.profile.experience.length === 0 && (
        <NextStep to="/add-experience" icon={<BriefcaseBusiness />} title="Add your experience">
          Show where you've worked
        </NextStep>
      )}
      {version?.profile.education.length === 0 && (
        <NextStep to="/add-education" icon={<GraduationCap />} title="Add your education">
          Schools, degrees, and certificates
        </NextStep>
      )}
      <NextStep to="/edit-profile" icon={<CircleUser />} title="Edit your profile">
        Keep what colleagues see up to date
      </NextStep>
    </>
  );
}
