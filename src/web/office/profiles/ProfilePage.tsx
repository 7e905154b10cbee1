import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { useUser, worksInOffice } from '../session/guards.tsx';
import { NewestPosts } from './NewestPosts.tsx';
import { NoProfile } from './NoProfile.tsx';
import { ProfileDetails } from './ProfileDetails.tsx';
import { memberQuery, newestPostsQuery } from './profile.queries.ts';
import { Repositories } from './Repositories.tsx';

/** 'me' is the user's own page, as others see it. */
export function ProfilePage() {
  const { userId = '' } = useParams();
  const user = useUser();
  const id = userId === 'me' ? user._id : userId;
  const own = id === user._id;
  const query = useQuery(memberQuery(id));
  const without = isNotFound(query.error);
  // A member without a profile may have posts, which carry their name.
  const posts = useQuery({ ...newestPostsQuery(id), enabled: query.data !== undefined || without });
  const name = query.data?.user.name ?? (own ? user.name : posts.data?.[0]?.name);
  return (
    <Page
      title={name ?? 'Member'}
      isName={name !== undefined}
      action={own ? query.data && <EditProfile /> : worksInOffice(user) && <TheirPage id={id} />}
      back={{ to: '/members', label: 'All members' }}
    >
      <Together key={id} loads={[query, posts]} label="Loading the details" skeleton={<ProfileSkeleton />}>
        {without ? (
          <Without own={own} />
        ) : (
          <Loaded query={query} what="The details" skeleton={<ProfileSkeleton />}>
            {(profile) => <ProfileDetails profile={profile} />}
          </Loaded>
        )}
        <NewestPosts posts={posts.data ?? []} />
        {/* Last: GitHub may answer much later. */}
        {!without && query.data && <Repositories username={query.data.githubusername} />}
      </Together>
    </Page>
  );
}

function Without({ own }: { own: boolean }) {
  if (own) return <NoProfile>You don't have a profile yet. Create one so colleagues can find you.</NoProfile>;
  return <EmptyState>This member has no profile.</EmptyState>;
}

const EditProfile = () => (
  <Link to="/edit-profile" className={buttonClass()}>
    Edit profile
  </Link>
);

const TheirPage = ({ id }: { id: string }) => (
  <Link to={`/dashboard/admin/compliance/${id}`} className={buttonClass({ variant: 'secondary' })}>
    Their page in the office
  </Link>
);

const ProfileSkeleton = () => (
  <div className="grid gap-6">
    <div className="flex gap-5">
      <Skeleton className="size-24 rounded-full" />
      <Skeleton className="h-24 grow" />
    </div>
    <Skeleton className="h-64" />
  </div>
);
