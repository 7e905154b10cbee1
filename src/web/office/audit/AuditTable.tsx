import type { AuditEntry } from '../../../shared/audit/audit.contract.ts';
import { actionLabel } from '../../../shared/audit/audit-actions.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';

export const auditColumns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    kind: 'name',
    value: ({ action }) => action,
    tooltip: ({ action }) => actionLabel(action),
    cell: ({ action }) => actionLabel(action),
  },
  {
    id: 'object',
    header: 'What',
    kind: 'long',
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
    kind: 'name',
    isBlank: () => false,
    value: ({ actor }) => actor?.name ?? '',
    tooltip: ({ actor }) => actor?.name ?? '',
    cell: ({ actor }) => actor?.name ?? 'The server',
  },
  {
    id: 'date',
    header: 'When',
    kind: 'fixed',
    value: ({ date }) => date,
    cell: ({ date }) => <time dateTime={date}>{formatDateTime(date)}</time>,
  },
];

type AuditTableProps = { entries: AuditEntry[]; choice: ColumnChoice };

export const AuditTable = ({ entries, choice }: AuditTableProps) => (
  <PlainTable
    caption="Audit log"
    rows={entries}
    columns={auditColumns}
    rowKey={({ _id }) => _id}
    dense
    choice={choice}
  />
);
