import type { AuditEntry } from '../../../shared/audit.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { actionLabel } from './action-labels.ts';

const columns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    value: ({ action }) => action,
    cell: ({ action }) => <span className="whitespace-nowrap">{actionLabel(action)}</span>,
  },
  {
    id: 'object',
    header: 'What',
    value: ({ object }) => object.name,
    cell: ({ object, details }) => (
      <>
        {object.name}
        {details && <span className="block text-muted text-sm">{details}</span>}
      </>
    ),
  },
  {
    id: 'actor',
    header: 'Who',
    value: ({ actor }) => actor?.name ?? '',
    // A long text in the next column must not break a name within a word.
    cell: ({ actor }) => <span className="wrap-break-word">{actor?.name ?? 'The server'}</span>,
  },
  {
    id: 'date',
    header: 'When',
    value: ({ date }) => date,
    cell: ({ date }) => <DateTime iso={date} />,
  },
];

function DateTime({ iso }: { iso: string }) {
  const [day, clock] = formatDateTime(iso).split(', ');
  return (
    <time dateTime={iso} className="@4xl:whitespace-nowrap">
      <span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{clock}</span>
    </time>
  );
}

export const AuditTable = ({ entries }: { entries: AuditEntry[] }) => (
  <PlainTable caption="Audit log" rows={entries} columns={columns} rowKey={({ _id }) => _id} />
);
