import { Link } from 'react-router';
import type { OutboxMail } from '../../../shared/outbox.contract.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { firstActionClass } from '../lists/row-actions.ts';
import { MailState } from './MailState.tsx';
import { RetryMail } from './RetryMail.tsx';

const columns: Column<OutboxMail>[] = [
  { id: 'subject', header: 'Subject', value: ({ subject }) => subject },
  { id: 'to', header: 'To', value: ({ to }) => to },
  {
    id: 'state',
    header: 'State',
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
    value: ({ attempts }) => attempts,
    align: 'end',
    className: '@table:w-24',
  },
  {
    id: 'date',
    header: 'Written',
    value: ({ date }) => date,
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
    className: '@table:w-32',
  },
];

export const OutboxTable = ({ mails }: { mails: OutboxMail[] }) => (
  <PlainTable
    caption="Outbox"
    rows={mails}
    columns={columns}
    rowKey={({ _id }) => _id}
    oneLine
    actionsClass="@table:w-48"
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
