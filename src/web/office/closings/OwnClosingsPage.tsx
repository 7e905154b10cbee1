import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnClosingRow } from '../../../shared/closing-answers.ts';
import { today } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { kindOf } from '../../../shared/transaction-kinds.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { LoadMore } from '../lists/LoadMore.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { draftQuery, ownClosingsQuery } from './closings.queries.ts';
import { ownClosingPath, reportPath, yearPath } from './paths.ts';

const thisYear = () => today().slice(0, 4);

export function OwnClosingsPage() {
  return (
    <Page
      title="My closings"
      action={
        <div className="flex flex-wrap gap-3">
          <Link to={yearPath(thisYear())} className={buttonClass({ variant: 'secondary' })}>
            My year
          </Link>
          <Link to={reportPath} className={buttonClass()}>
            Report a closing
          </Link>
        </div>
      }
    >
      <DraftNotice />
      <OwnClosings />
    </Page>
  );
}

function DraftNotice() {
  const { data } = useQuery(draftQuery);
  if (!data || data.form === '') return null;
  return (
    <p className="rounded-lg border border-line bg-surface p-4">
      You have a report you haven't sent. <Link to={reportPath}>Finish it</Link>
    </p>
  );
}

const columns: Column<OwnClosingRow>[] = [
  {
    id: 'property',
    header: 'Property',
    value: ({ property }) => property,
    cell: ({ _id, property, kind }) => (
      <span className="wrap-anywhere">
        <Link to={ownClosingPath(_id)}>{property}</Link>
        <span className="block text-muted text-sm">{kindOf(kind).short}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => state,
    cell: ({ state, promise }) => (
      <span className="grid justify-items-end @table:justify-items-start">
        <ClosingState state={state} />
        <span className="text-sm">
          <PromiseMark promise={promise} />
        </span>
      </span>
    ),
  },
  {
    id: 'date',
    header: 'Paid or expected',
    value: ({ paidOn, expectedOn }) => paidOn ?? expectedOn ?? '',
    cell: ({ paidOn, expectedOn }) => {
      const day = paidOn ?? expectedOn;
      return day ? <ShortDate iso={day} /> : '—';
    },
  },
  { id: 'gross', header: 'Gross', value: ({ gross }) => formatMoney(gross), align: 'end' },
  { id: 'fees', header: 'Fees', value: ({ fees }) => formatMoney(fees), align: 'end' },
  {
    id: 'kept',
    header: 'You keep',
    value: ({ kept }) => formatMoney(kept),
    align: 'end',
    cell: ({ kept, approved, role }) => (
      <span className="block text-end">
        <span className="whitespace-nowrap font-semibold">{formatMoney(kept)}</span>
        {role === 'co-agent' && <span className="block text-muted text-sm">Your share</span>}
        {!approved && <span className="block text-muted text-sm">May change</span>}
      </span>
    ),
  },
];

function OwnClosings() {
  const query = useInfiniteQuery(ownClosingsQuery);
  const closings = query.data?.pages.flatMap((page) => page.closings);
  return (
    <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading your closings">
      {closings && closings.length > 0 && (
        <PlainTable
          caption="My closings"
          rows={closings}
          columns={columns}
          rowKey={({ _id }) => _id}
          actions={({ _id, property, role }) =>
            role === 'agent' && (
              <Link
                to={`${reportPath}?copy=${_id}`}
                className={firstActionClass}
                aria-label={`Copy the closing of ${property}`}
              >
                Copy
              </Link>
            )
          }
        />
      )}
      {closings?.length === 0 && (
        <EmptyState
          action={
            <Link to={reportPath} className={buttonClass()}>
              Report a closing
            </Link>
          }
        >
          No closings yet. Report one and see what you keep as you type.
        </EmptyState>
      )}
      {query.isError && (
        <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
          We couldn't load your closings. {query.error.message}
        </ErrorState>
      )}
      {closings && closings.length > 0 && (
        <LoadMore shown={closings.length} nouns={['closing', 'closings']} query={query} />
      )}
    </Pending>
  );
}
