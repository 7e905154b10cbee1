import type { AuditEntry } from '../../../shared/audit/audit.contract.ts';
import { actionLabel } from '../../../shared/audit/audit-actions.ts';
import { auditWords } from '../../../shared/audit/audit-words.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';

const wordsOf = ({ action, details }: AuditEntry) => auditWords(action, details);

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
    tooltip: (entry) => [entry.object.name, wordsOf(entry)].filter(Boolean).join(' · '),
    cell: (entry) => (
      <>
        {entry.object.name}
        {wordsOf(entry) && <span className="text-muted"> · {wordsOf(entry)}</span>}
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
