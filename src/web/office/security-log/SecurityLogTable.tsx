import { Link, useSearchParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { SecurityEntry } from '../../../shared/security-log/security-log.contract.ts';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { Lines } from '../../ui/Lines.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { eventLabel } from './event-label.ts';

export const securityLogColumns: Column<SecurityEntry>[] = [
  {
    id: 'event',
    header: 'Event',
    kind: 'long',
    value: ({ event }) => event,
    cell: ({ event, detail }) => (
      <Named name={eventLabel(event)} under={detail} below={detail} wide>
        {eventLabel(event)}
      </Named>
    ),
  },
  {
    id: 'user',
    header: 'Account',
    kind: 'name',
    isBlank: () => false,
    tooltip: ({ user }) => user?.name ?? '',
    card: 'bare',
    value: ({ user }) => user?.name ?? '',
    cell: ({ user }) =>
      user ? (
        <OnlyLink name="user" value={user._id}>
          {user.name}
        </OnlyLink>
      ) : (
        <span className="text-muted">None, or deleted</span>
      ),
  },
  {
    id: 'address',
    header: 'From',
    kind: 'fixed',
    value: ({ address }) => address,
    cell: ({ address, device }) => (
      <Lines>
        {address && (
          <OnlyLink name="address" value={address}>
            {address}
          </OnlyLink>
        )}
        <span className="text-muted">{device}</span>
      </Lines>
    ),
  },
  {
    id: 'date',
    header: 'When',
    kind: 'fixed',
    value: ({ date }) => date,
    cell: ({ date, request }) => (
      <Lines>
        <time dateTime={date}>{formatDateTime(date)}</time>
        {request && <span className="text-muted">Request {request}</span>}
      </Lines>
    ),
  },
];

type OnlyLinkProps = { name: 'user' | 'address'; value: string; children: string };

/** Narrows the log to one user or address, in addition to the other filters. */
function OnlyLink({ name, value, children }: OnlyLinkProps) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set(name, value);
  return (
    <Link to={`?${next}`} preventScrollReset className="wrap-anywhere underline">
      {children}
    </Link>
  );
}

type SecurityLogTableProps = { entries: SecurityEntry[]; choice: ColumnChoice };

export const SecurityLogTable = ({ entries, choice }: SecurityLogTableProps) => (
  <PlainTable
    caption="Security log"
    rows={entries}
    columns={securityLogColumns}
    rowKey={({ _id }) => _id}
    dense
    choice={choice}
  />
);
