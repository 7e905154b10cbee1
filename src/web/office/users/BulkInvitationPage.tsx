import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { BulkInvitation } from '../../../shared/bulk-invitations.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { figure } from '../../../shared/field-limits.ts';
import { isNotFound } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { bulkListQuery, failedRows } from './bulk-invitations.queries.ts';
import { DownloadButton } from './DownloadButton.tsx';

/** How far a list is. */
export function BulkInvitationPage() {
  const { listId = '' } = useParams();
  const query = useQuery(bulkListQuery(listId));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Invitations from a list" narrow>
      <Loaded query={query} what="The list" skeleton={<Skeleton className="h-40" />}>
        {(list) => <Progress list={list} />}
      </Loaded>
      <p>
        <Link to="/dashboard/admin">Back to the users</Link>
      </p>
    </Page>
  );
}

function Progress({ list }: { list: BulkInvitation }) {
  const { accounts, mails, rows } = list;
  const wanted = accounts.waiting + accounts.created;
  const notInvited = accounts.skipped + accounts.failed + mails.failed;
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="wrap-anywhere text-muted">
        {list.file || 'Pasted list'}, {rows === 1 ? '1 row' : `${figure(rows)} rows`}, by {list.by} on{' '}
        <time dateTime={list.date}>{formatDateTime(list.date)}</time>
      </p>
      <div className="grid gap-2">
        <progress
          value={wanted === 0 ? 1 : accounts.created / wanted}
          aria-label="Accounts created"
          className="h-2 w-full accent-brand"
        />
        <p role="status">
          {list.finished === null
            ? `Creating accounts: ${figure(accounts.created)} of ${figure(wanted)}. You can leave this page.`
            : `All accounts created: ${figure(accounts.created)}`}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Figure label="Accounts created" count={accounts.created} />
        <Figure label="Skipped (member, invited, duplicate)" count={accounts.skipped} />
        <Figure label="Errors" count={accounts.failed} />
        <Figure label="Emails sent" count={mails.sent} />
        <Figure label="Emails waiting" count={mails.waiting} />
        <Figure label="Emails failed" count={mails.failed} />
      </dl>
      {notInvited > 0 && (
        <div>
          <DownloadButton
            label="Download rows not invited (CSV)"
            what="The rows"
            read={() => failedRows(list._id)}
          />
        </div>
      )}
    </div>
  );
}

const Figure = ({ label, count }: { label: string; count: number }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="text-right tabular-nums">{figure(count)}</dd>
  </>
);
