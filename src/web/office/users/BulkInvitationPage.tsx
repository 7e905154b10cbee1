import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { figure } from '../../../shared/field-limits.ts';
import type { BulkInvitation } from '../../../shared/users/bulk-invitations.contract.ts';
import { isNotFound } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { bulkListQuery, failedRows, useStopList } from './bulk-invitations.queries.ts';
import { DownloadButton } from './DownloadButton.tsx';

/** The progress of a list of invitations. */
export function BulkInvitationPage() {
  const { listId = '' } = useParams();
  const query = useQuery(bulkListQuery(listId));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title="Invitations from a list"
      width="form"
      back={{ to: '/dashboard/admin', label: 'Back to users' }}
    >
      <Loaded query={query} what="The list" skeleton={<Skeleton className="h-40" />}>
        {(list) => <Progress list={list} />}
      </Loaded>
    </Page>
  );
}

function Progress({ list }: { list: BulkInvitation }) {
  const { accounts, mails, rows } = list;
  const wanted = accounts.waiting + accounts.created + accounts.stopped;
  const notInvited = accounts.skipped + accounts.failed + accounts.stopped + mails.failed;
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
        <p role="status">{outcomeOf(list)}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Figure label="Accounts created" count={accounts.created} />
        <Figure label="Skipped (member, invited, duplicate)" count={accounts.skipped} />
        <Figure label="Errors" count={accounts.failed} />
        {accounts.stopped > 0 && (
          <Figure label="Not invited because the list was stopped" count={accounts.stopped} />
        )}
        <Figure label="Emails sent" count={mails.sent} />
        <Figure label="Emails waiting" count={mails.waiting} />
        <Figure label="Emails failed" count={mails.failed} />
      </dl>
      {(list.finished === null || mails.waiting > 0) && <StopList list={list} />}
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

function outcomeOf({ finished, accounts }: BulkInvitation): string {
  const wanted = accounts.waiting + accounts.created + accounts.stopped;
  if (finished === null)
    return `Creating accounts: ${figure(accounts.created)} of ${figure(wanted)}. You can leave this page.`;
  if (accounts.stopped > 0)
    return `Stopped. Accounts created: ${figure(accounts.created)} of ${figure(wanted)}`;
  return `All accounts created: ${figure(accounts.created)}`;
}

function StopList({ list: { _id } }: { list: BulkInvitation }) {
  const [asking, setAsking] = useState(false);
  const stop = useStopList(_id);
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Stop
      </Button>
      <LazyConfirmDialog
        open={asking}
        title="Stop this list?"
        body="No more accounts are created, and emails that are still waiting aren't sent. Accounts that were created stay."
        confirmLabel="Stop"
        danger
        pending={stop.isPending}
        error={stop.error?.message}
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          stop.reset();
          setAsking(false);
        }}
      />
    </div>
  );
}

const Figure = ({ label, count }: { label: string; count: number }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="text-right tabular-nums">{figure(count)}</dd>
  </>
);
