import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { leadQuery } from '../leads/leads.queries.ts';
import { outboxSummaryQuery } from '../outbox/outbox.queries.ts';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { UserForm } from './UserForm.tsx';
import { useReturnToUsers } from './useReturnToUsers.ts';
import { noUser, type UserValues } from './user-form.ts';
import { useCreateUser } from './users.queries.ts';

/** `?lead=` fills in the form, and the account becomes that lead's. */
export function CreateUserPage() {
  const [params] = useSearchParams();
  const lead = params.get('lead') ?? '';
  const query = useQuery({ ...leadQuery(lead), enabled: lead !== '' });
  if (lead === '' || query.isError) return <CreateUser start={noUser} />;
  if (!query.data) return <FormSkeletonPage />;
  const { _id, firstName, lastName, email } = query.data;
  return <CreateUser key={_id} start={{ ...noUser, name: `${firstName} ${lastName}`, email }} lead={_id} />;
}

const FormSkeletonPage = () => (
  <Page title="Create user" width="form">
    <FormSkeleton />
  </Page>
);

function CreateUser({ start, lead }: { start: UserValues; lead?: string }) {
  const create = useCreateUser();
  const outbox = useQuery(outboxSummaryQuery);
  const { leaving, leave } = useReturnToUsers();
  return (
    <Page title="Create user" width="form">
      <Together loads={[outbox]} label="Loading the form" skeleton={<FormSkeleton />}>
        <p className="text-muted">
          We'll email a link to set a password. It works once and expires in 7 days.
          {outbox.data && !outbox.data.mailServer && <NoMailServer />}
        </p>
        <UserForm
          start={start}
          save={(values) => create.mutateAsync(lead === undefined ? values : { ...values, lead })}
          onSaved={() => leave()}
          saveLabel="Create user"
          adminHint="Admins can create, change, and delete users, and read the audit log."
          leaving={leaving}
        />
      </Together>
    </Page>
  );
}

const NoMailServer = () => (
  <>
    {' '}
    Email isn't set up. Find the email in the <Link to="/dashboard/admin/outbox">outbox</Link> and hand over
    the link yourself.
  </>
);
