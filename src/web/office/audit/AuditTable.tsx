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
    tooltip: ({ action }) => actionLabel(action),
    cell: ({ action }) => actionLabel(action),
    className: '@table:w-56',
  },
  {
    id: 'object',
    header: 'What',
    value: ({ object }) => object.name,
    tooltip: ({ object, details }) => [object.name, details].filter(Boolean).join(' · '),
    cell: ({ object, details }) => (
      <>
        {object.name}
        {details && <span className="text-muted"> · {details}</span>}
      </>
    ),
  },
  {
    id: 'actor',
    header: 'Who',
    value: ({ actor }) => actor?.name ?? '',
    tooltip: ({ actor }) => actor?.name ?? '',
    cell: ({ actor }) => actor?.name ?? 'The server',
    className: '@table:w-44',
  },
  {
    id: 'date',
    header: 'When',
    value: ({ date }) => date,
    cell: ({ date }) => <time dateTime={date}>{formatDateTime(date)}</time>,
    tooltip: ({ date }) => formatDateTime(date),
    className: '@table:w-52',
  },
];

export const AuditTable = ({ entries }: { entries: AuditEntry[] }) => (
  <PlainTable caption="Audit log" rows={entries} columns={columns} rowKey={({ _id }) => _id} oneLine />
);
