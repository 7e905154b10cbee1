import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { EducationList, ExperienceList } from './HistoryLists.tsx';
import { NoProfile } from './NoProfile.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import { editedProfileQuery, type ProfileVersion, useSaveProfile } from './profile.queries.ts';
import { toBody, toValues } from './profile-form.ts';

export function EditProfilePage() {
  const query = useQuery(editedProfileQuery);
  return (
    <Page title="Edit your profile" action={query.data && <ViewProfile />} width="form">
      <Loaded query={query} what="The details" skeleton={<FormSkeleton />}>
        {(version) =>
          version ? (
            <EditProfile key={version.profile._id} {...version} />
          ) : (
            <NoProfile>You don't have a profile yet. Create one so colleagues can find you.</NoProfile>
          )
        }
      </Loaded>
    </Page>
  );
}

const ViewProfile = () => (
  <Link to="/profile/me" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
    View profile
  </Link>
);

const toVersion = ({ profile, etag }: ProfileVersion) => ({ values: toValues(profile), etag });

function EditProfile(version: ProfileVersion) {
  const client = useQueryClient();
  const save = useSaveProfile('Profile Updated');
  async function readLatest() {
    const latest = await client.fetchQuery({ ...editedProfileQuery, staleTime: 0 });
    if (!latest) throw new Error('There is no profile for this user');
    return toVersion(latest);
  }
  return (
    <>
      <ProfileEditor
        name="profile"
        start={toVersion(version)}
        save={(values, etag) => save.mutateAsync({ body: toBody(values), etag })}
        readLatest={readLatest}
        savedTo="/profile/me"
        saveLabel="Save profile"
        websiteHint="Yours or your company's: add https:// or just the host, such as www.example.com"
      />
      <ExperienceList experience={version.profile.experience} />
      <EducationList education={version.profile.education} />
    </>
  );
}
