import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { endsSessions } from '../../../shared/users/rights.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { isNotFound } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { useUser } from '../session/guards.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ResetFactors } from './ResetFactors.tsx';
import { UserForm } from './UserForm.tsx';
import { UserState } from './UserState.tsx';
import { useReturnToUsers } from './useReturnToUsers.ts';
import { toValues } from './user-form.ts';
import { userQuery, useUpdateUser } from './users.queries.ts';

type EditUserPageProps = {
  /** Parts of other features about the user. */
  children: (user: User) => ReactNode;
  /** The queries of these. */
  loads: { isLoading: boolean }[];
};

export function EditUserPage({ children, loads }: EditUserPageProps) {
  const { userId = '' } = useParams();
  const query = useQuery(userQuery(userId));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Edit user" width="form">
      <Loaded query={query} what="The user" skeleton={<FormSkeleton />}>
        {({ user, etag }) => (
          <EditUser key={userId} user={user} etag={etag} loads={loads}>
            {children}
          </EditUser>
        )}
      </Loaded>
    </Page>
  );
}

function EditUser({
  user,
  etag,
  children,
  loads,
}: EditUserPageProps & { user: User; etag: string | undefined }) {
  const update = useUpdateUser(user._id, etag);
  const { leaving, leave } = useReturnToUsers();
  const own = useUser()._id === user._id;
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <UserState user={user} />
        <span className="text-muted">{own ? 'This is your own account.' : user.email}</span>
      </p>
      <UserForm
        start={toValues(user)}
        save={update.mutateAsync}
        // Other rights can end the user's sessions, possibly this one.
        onSaved={(saved) => leave({ signedOut: own && endsSessions(user, saved) })}
        saveLabel="Save changes"
        adminHint={`Has every right below, and users, site, fees, and system. New rights sign ${own ? 'you' : 'them'} out everywhere.`}
        leaving={leaving}
      />
      <Together loads={loads} label="Loading checks and agreements" skeleton={<Skeleton className="h-64" />}>
        <div className="grid grid-cols-1 gap-8">
          {children(user)}
          {user.secondFactor && !own && <ResetFactors user={user} disabled={leaving} />}
          <DeleteAccount
            user={user}
            own={own}
            leaving={leaving}
            onDeleted={() => leave({ signedOut: own })}
          />
        </div>
      </Together>
    </div>
  );
}
