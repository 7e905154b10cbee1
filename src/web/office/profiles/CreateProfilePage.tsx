import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import { editedProfileQuery, useSaveProfile } from './profile.queries.ts';
import { noProfile, toBody } from './profile-form.ts';

export function CreateProfilePage() {
  const query = useQuery(editedProfileQuery);
  return (
    <Page title="Create your profile" width="form">
      <Loaded query={query} what="The details" skeleton={<FormSkeleton />}>
        {(version) => <CreateProfile exists={version !== null} />}
      </Loaded>
    </Page>
  );
}

const start = { values: noProfile };

function CreateProfile({ exists }: { exists: boolean }) {
  // Checked on mount only: after saving here it exists, but the user goes to the dashboard.
  const [existed] = useState(exists);
  const save = useSaveProfile('Profile Created');
  if (existed) return <Navigate to="/edit-profile" replace />;
  return (
    <ProfileEditor
      name="profile:new"
      start={start}
      save={(values) => save.mutateAsync({ body: toBody(values), etag: undefined })}
      savedTo="/dashboard"
      saveLabel="Create profile"
      websiteHint="Yours or your company's"
    />
  );
}
