import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { outboxSummaryQuery } from '../outbox/outbox.queries.ts';
import { Page } from '../page/Page.tsx';
import { UserForm } from './UserForm.tsx';
import { useReturnToUsers } from './useReturnToUsers.ts';
import { noUser } from './user-form.ts';
import { useCreateUser } from './users.queries.ts';

export function CreateUserPage() {
  const create = useCreateUser();
  const outbox = useQuery(outboxSummaryQuery);
  const { leaving, leave } = useReturnToUsers();
  return (
    <Page title="Create user" narrow>
      <p className="text-muted">
        They get a mail with a link to set a password. It works once and for 7 days.
        {outbox.data && !outbox.data.mailServer && <NoMailServer />}
      </p>
      <UserForm
        start={noUser}
        save={create.mutateAsync}
        onSaved={() => leave()}
        saveLabel="Create user"
        adminHint="Admins create, change and delete users, and read the audit log."
        leaving={leaving}
      />
    </Page>
  );
}

const NoMailServer = () => (
  <>
    {' '}
    As no mail server is set, you find the mail in the <Link to="/dashboard/admin/outbox">outbox</Link> and
    hand the link over yourself.
  </>
);
