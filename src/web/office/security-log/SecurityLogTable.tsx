import { Link, useSearchParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { SecurityEntry } from '../../../shared/security-log.contract.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { eventLabel } from './event-label.ts';

const columns: Column<SecurityEntry>[] = [
  {
    id: 'event',
    header: 'Event',
    value: ({ event }) => event,
    cell: ({ event, detail }) => (
      <>
        {eventLabel(event)}
        {detail && <span className="wrap-anywhere block font-normal text-muted text-sm">{detail}</span>}
      </>
    ),
  },
  {
    id: 'user',
    header: 'Account',
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
    value: ({ address }) => address,
    cell: ({ address, device }) => (
      <>
        {address && (
          <OnlyLink name="address" value={address}>
            {address}
          </OnlyLink>
        )}
        <span className="block text-muted text-sm">{device}</span>
      </>
    ),
  },
  {
    id: 'date',
    header: 'When',
    value: ({ date }) => date,
    cell: ({ date, request }) => (
      <>
        <time dateTime={date}>{formatDateTime(date)}</time>
        {request && <span className="wrap-anywhere block text-muted text-sm">Request {request}</span>}
      </>
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

export const SecurityLogTable = ({ entries }: { entries: SecurityEntry[] }) => (
  <PlainTable caption="Security log" rows={entries} columns={columns} rowKey={({ _id }) => _id} />
);
