import { Link } from 'react-router';
import type { OutboxMail } from '../../../shared/outbox/outbox.contract.ts';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { MailState } from './MailState.tsx';
import { RetryMail } from './RetryMail.tsx';

export const outboxColumns: Column<OutboxMail>[] = [
  { id: 'subject', header: 'Subject', kind: 'long', value: ({ subject }) => subject },
  { id: 'to', header: 'To', kind: 'name', value: ({ to }) => to },
  {
    id: 'state',
    header: 'State',
    kind: 'name',
    value: ({ state }) => state,
    tooltip: ({ error }) => error ?? '',
    cell: (mail) => (
      <>
        <MailState mail={mail} />
        {mail.error !== null && <span className="text-muted"> · {mail.error}</span>}
      </>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    kind: 'fixed',
    value: ({ attempts }) => attempts,
    align: 'end',
  },
  {
    id: 'date',
    header: 'Written',
    kind: 'fixed',
    value: ({ date }) => date,
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
  },
];

type OutboxTableProps = { mails: OutboxMail[]; choice: ColumnChoice };

export const OutboxTable = ({ mails, choice }: OutboxTableProps) => (
  <PlainTable
    caption="Outbox"
    rows={mails}
    columns={outboxColumns}
    rowKey={({ _id }) => _id}
    dense
    choice={choice}
    actions={(mail) => (
      <>
        <Link
          to={`/dashboard/admin/outbox/${mail._id}`}
          className={firstActionClass}
          aria-label={`Read “${mail.subject}” to ${mail.to}`}
        >
          Read
        </Link>
        <RetryMail mail={mail} size="sm" />
      </>
    )}
  />
);
