import { useQuery } from '@tanstack/react-query';
import type { OwnDue } from '../../../shared/dues/dues.contract.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { ownClosingsPath } from '../closings/paths.ts';
import { Page } from '../page/Page.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { amountColumn, dueColumn, stateColumn } from './due-columns.tsx';
import { ownDuesQuery, readOwnInvoice } from './dues.queries.ts';

const columns: Column<OwnDue>[] = [
  {
    id: 'label',
    header: 'Due',
    value: ({ label }) => label,
    cell: ({ label, reason }) => (
      <span className="grid">
        {label}
        <span className="font-normal text-muted">{reason}</span>
      </span>
    ),
  },
  dueColumn,
  stateColumn,
  amountColumn,
];

const isOpen = ({ state }: OwnDue) => state === 'open' || state === 'overdue';

export function OwnDues() {
  const query = useQuery(ownDuesQuery);
  const dues = query.data?.dues;
  const open = (dues ?? []).filter(isOpen).reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Page title="My dues" back={{ to: ownClosingsPath, label: 'Back to my closings' }}>
      <p className="text-muted">
        Annual fees and charges outside of a closing. What is still open is deducted from your next closing.
      </p>
      <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading your dues">
        {open > 0 && (
          <p>
            You owe <strong>{formatMoney(open)}</strong>.{' '}
            {query.data?.howToPay && <span className="whitespace-pre-line">{query.data.howToPay}</span>}
          </p>
        )}
        {dues && dues.length > 0 && (
          <PlainTable
            caption="My dues"
            rows={dues}
            columns={columns}
            rowKey={({ _id }) => _id}
            actions={(due) =>
              (due.invoice !== null || (isOpen(due) && due.amount > 0)) && (
                <DownloadButton label="Invoice" what="The invoice" read={() => readOwnInvoice(due._id)} />
              )
            }
          />
        )}
        {dues?.length === 0 && <EmptyState>You owe nothing. Your annual fees will show up here.</EmptyState>}
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            We couldn't load your dues. {query.error.message}
          </ErrorState>
        )}
      </Pending>
    </Page>
  );
}
