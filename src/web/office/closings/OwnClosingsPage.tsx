import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnClosingRow } from '../../../shared/closings/closing-answers.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { today } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { buttonClass } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { draftQuery } from './closings.queries.ts';
import { ownClosingsQuery } from './own-closings.query.ts';
import { ownClosingPath, ownDuesPath, reportPath, yearPath } from './paths.ts';

const thisYear = () => today().slice(0, 4);

export function OwnClosingsPage() {
  return (
    <Page
      title="My closings"
      list
      action={
        <div className="flex flex-wrap gap-3">
          <Link to={ownDuesPath} className={buttonClass({ variant: 'secondary' })}>
            My dues
          </Link>
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
    kind: 'long',
    value: ({ property }) => property,
    cell: ({ _id, property, kind }) => (
      <Named name={property} under={kindOf(kind).short} wide>
        <Link to={ownClosingPath(_id)}>{property}</Link>
      </Named>
    ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'fixed',
    value: ({ state }) => state,
    cell: ({ state, promise }) => (
      <Lines>
        <ClosingState state={state} />
        <PromiseMark promise={promise} />
      </Lines>
    ),
    card: 'bare',
  },
  {
    id: 'date',
    header: 'Paid or expected',
    kind: 'fixed',
    value: ({ paidOn, expectedOn }) => paidOn ?? expectedOn ?? '',
    cell: ({ paidOn, expectedOn }) => {
      const day = paidOn ?? expectedOn;
      return day ? <ShortDate iso={day} /> : '—';
    },
  },
  { id: 'gross', header: 'Gross', kind: 'fixed', value: ({ gross }) => formatMoney(gross), align: 'end' },
  { id: 'fees', header: 'Fees', kind: 'fixed', value: ({ fees }) => formatMoney(fees), align: 'end' },
  {
    id: 'kept',
    header: 'You keep',
    kind: 'fixed',
    value: ({ kept }) => formatMoney(kept),
    align: 'end',
    cell: ({ kept, approved, role }) => (
      <Lines end>
        <span className="font-semibold">{formatMoney(kept)}</span>
        {(role === 'co-agent' || !approved) && (
          <span className="text-muted">
            {[role === 'co-agent' && 'Your share', !approved && 'May change'].filter(Boolean).join(' · ')}
          </span>
        )}
      </Lines>
    ),
  },
];

function OwnClosings() {
  const query = useInfiniteQuery(ownClosingsQuery);
  const closings = query.data?.pages.flatMap((page) => page.closings);
  return (
    <LoadedList
      query={query}
      rows={closings}
      what="your closings"
      nouns={['closing', 'closings']}
      empty={
        <EmptyState
          action={
            <Link to={reportPath} className={buttonClass()}>
              Report a closing
            </Link>
          }
        >
          No closings yet. Report one and see what you keep as you type.
        </EmptyState>
      }
    >
      {(closings) => (
        <PlainTable
          caption="My closings"
          rows={closings}
          columns={columns}
          rowKey={({ _id }) => _id}
          dense
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
    </LoadedList>
  );
}
