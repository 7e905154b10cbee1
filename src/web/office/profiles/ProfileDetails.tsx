import type { ReactNode } from 'react';
import type { Profile } from '../../../shared/profiles/profiles.contract.ts';
import { Chips } from './Chips.tsx';
import { EducationItem, ExperienceItem } from './HistoryItem.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { newestPeriodFirst } from './periods.ts';

export function ProfileDetails({ profile }: { profile: Profile }) {
  const { bio, skills, experience, education } = profile;
  return (
    <div className="grid grid-cols-1 gap-8">
      <ProfileHeader profile={profile} />
      {bio && (
        <ProfileSection title="About">
          <p dir="auto" className="wrap-anywhere max-w-measure whitespace-pre-line">
            {bio}
          </p>
        </ProfileSection>
      )}
      {skills.length > 0 && (
        <ProfileSection title="Skills">
          <Chips label="Skills" items={skills} />
        </ProfileSection>
      )}
      {experience.length > 0 && (
        <ProfileSection title="Experience">
          <History>
            {newestPeriodFirst(experience).map((each) => (
              <li key={each._id}>
                <ExperienceItem {...each} />
              </li>
            ))}
          </History>
        </ProfileSection>
      )}
      {education.length > 0 && (
        <ProfileSection title="Education">
          <History>
            {newestPeriodFirst(education).map((each) => (
              <li key={each._id}>
                <EducationItem {...each} />
              </li>
            ))}
          </History>
        </ProfileSection>
      )}
    </div>
  );
}

const History = ({ children }: { children: ReactNode }) => <ul className="grid gap-6">{children}</ul>;
