import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JournalExport } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { counted } from '../../../shared/counted.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { say, warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { AccountsDialog } from './AccountsDialog.tsx';
import { journalQuery, readExport, useMakeExport } from './bookkeeping.queries.ts';
import type { Range } from './periods.ts';

/** Journal entries for QuickBooks: what waits, the exports that are made, and the names of the accounts. */
export function Journal({ range }: { range: Range }) {
  const query = useQuery(journalQuery(range));
  const make = useMakeExport();
  const [isNaming, setNaming] = useState(false);
  const start = () =>
    make.mutate(range, {
      onSuccess: ({ number, entries }) => say(`Export ${number} has ${counted(entries, 'entry', 'entries')}`),
      onError: ({ message }) => warn(`We couldn't make the export. ${message}`),
    });
  return (
    <Loaded query={query} what="The journal" skeleton={<TableSkeleton />}>
      {({ waiting, exports }) => (
        <div className="grid grid-cols-1 gap-4">
          <p className="max-w-measure">
            Each paid closing, correction and paid due is one entry, which is exported once. Import a file in
            QuickBooks Online under Import data, Journal entries. A file has up to 1,000 lines: make another
            export for the rest.
          </p>
          <p role="status">
            {waiting === 0
              ? 'Everything of these days is exported.'
              : `${counted(waiting, 'entry', 'entries')} of these days ${waiting === 1 ? 'is' : 'are'} not exported yet.`}
          </p>
          <div className="flex print:hidden flex-wrap gap-3">
            {waiting > 0 && (
              <Button pending={make.isPending} onClick={start}>
                Make an export
              </Button>
            )}
            <Button variant="secondary" onClick={() => setNaming(true)}>
              Name the accounts
            </Button>
          </div>
          {exports.length === 0 ? (
            <EmptyState>No export yet.</EmptyState>
          ) : (
            <PlainTable
              caption="Exports"
              rows={exports}
              columns={columns}
              rowKey={({ number }) => String(number)}
              actions={({ number }) => (
                <DownloadButton
                  label={`Download export ${number}`}
                  what="The export"
                  read={() => readExport(number)}
                />
              )}
            />
          )}
          <AccountsDialog open={isNaming} onClose={() => setNaming(false)} />
        </div>
      )}
    </Loaded>
  );
}

const columns: Column<JournalExport>[] = [
  { id: 'number', header: 'Export', value: ({ number }) => `Export ${number}` },
  {
    id: 'days',
    header: 'Days',
    value: ({ from }) => from,
    cell: ({ from, to }) => `${formatDay(from)} – ${formatDay(to)}`,
  },
  { id: 'entries', header: 'Entries', align: 'end', value: ({ entries }) => entries },
  { id: 'date', header: 'Made', value: ({ date }) => date, cell: ({ date }) => formatDateTime(date) },
  { id: 'by', header: 'By', value: ({ by }) => by, cell: ({ by }) => <span translate="no">{by}</span> },
];
