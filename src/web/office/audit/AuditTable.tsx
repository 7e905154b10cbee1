import type { AuditEntry } from '../../../shared/audit.contract.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { TableHeaderCell } from '../../ui/TableHeaderCell.tsx';
import { TableRow } from '../../ui/TableRow.tsx';
import { as } from '../../ui/tableRoles.ts';
import type { Column } from '../../ui/useTableRows.ts';
import { actionInWords } from './action-in-words.ts';

const columns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    value: ({ action }) => action,
    cell: ({ action }) => <span className="whitespace-nowrap">{actionInWords(action)}</span>,
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
    // A long text beside it must not make a name break within a word.
    cell: ({ actor }) => <span className="wrap-break-word">{actor?.name ?? 'The server'}</span>,
  },
  {
    id: 'date',
    header: 'When',
    value: ({ date }) => date,
    cell: ({ date }) => <DateTime iso={date} />,
  },
];

/** On two lines where one is too long. */
function DateTime({ iso }: { iso: string }) {
  const [day, clock] = formatDateTime(iso).split(', ');
  return (
    <time dateTime={iso} className="@4xl:whitespace-nowrap">
      <span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{clock}</span>
    </time>
  );
}

/** The entries as they come, newest first; on a phone each is a card. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <div className="@container">
      <table {...as.table} className="block w-full @table:table">
        <caption className="sr-only">Audit log</caption>
        <thead {...as.rowgroup} className="sr-only @table:not-sr-only @table:table-header-group">
          <tr {...as.row} className="@table:h-11">
            {columns.map((column) => (
              <TableHeaderCell key={column.id} column={column} sorted={false} onSort={undefined} />
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup} className="grid grid-cols-1 gap-3 @table:table-row-group">
          {entries.map((entry) => (
            <TableRow key={entry._id} row={entry} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
