import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { EnterRequest } from './EnterRequest.tsx';
import { LegalHolds } from './LegalHolds.tsx';
import { personPath } from './paths.ts';
import { holdsQuery, type RequestState, requestStates, requestsQuery } from './privacy.queries.ts';
import { RequestsTable } from './RequestsTable.tsx';

const isState = (text: string | null): text is RequestState => requestStates.some((each) => each === text);
const stateLabels = { open: 'Open', overdue: 'Overdue', closed: 'Closed' };

export function PrivacyRequestsPage() {
  const [params, changeParams] = useUrlParams();
  const given = params.get('state');
  const state = isState(given) ? given : undefined;
  const loads = [
    useInfiniteQuery(requestsQuery('overdue')),
    useInfiniteQuery(requestsQuery(state)),
    useQuery(holdsQuery),
  ];
  return (
    <Page
      title="Privacy requests"
      action={
        <div className="flex flex-wrap gap-3">
          <EnterRequest />
          <Link to={personPath} className={buttonClass({ variant: 'secondary' })}>
            A person's data
          </Link>
        </div>
      }
    >
      <p className="max-w-measure text-muted">
        Requests people make about their personal data, from the form at{' '}
        <a href="/privacy-request">/privacy-request</a>, from members, and entered by the office. Acknowledge
        within 10 business days and answer within 30 days. The law allows 45, plus 45 with a notice.
      </p>
      <Together loads={loads} label="Loading requests" skeleton={<TableSkeleton />}>
        {state !== 'overdue' && <Overdue />}
        <SelectField
          label="State"
          value={state ?? ''}
          onChange={({ target }) => changeParams({ state: target.value })}
          className="sm:max-w-64"
        >
          <option value="">All requests</option>
          <Options of={requestStates.map((each) => [each, stateLabels[each]])} />
        </SelectField>
        <Register state={state} />
        <LegalHolds />
      </Together>
    </Page>
  );
}

function Overdue() {
  const { data } = useInfiniteQuery(requestsQuery('overdue'));
  const [first] = data?.pages ?? [];
  const count = first?.requests.length ?? 0;
  if (count === 0) return null;
  const more = first?.next === undefined ? '' : 'More than ';
  return (
    <p role="status" className="flex max-w-measure items-start gap-3 rounded-lg border border-error p-4">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-error" />
      <span>
        <strong>
          {more}
          {count === 1 ? '1 request is overdue.' : `${count} requests are overdue.`}
        </strong>{' '}
        <Link to="?state=overdue">Show {count === 1 ? 'it' : 'them'}</Link>
      </span>
    </p>
  );
}

const nothing = {
  open: 'No open requests.',
  overdue: 'No overdue requests.',
  closed: 'No closed requests yet.',
};

function Register({ state }: { state: RequestState | undefined }) {
  const query = useInfiniteQuery(requestsQuery(state));
  const requests = query.data?.pages.flatMap((page) => page.requests);
  return (
    <LoadedList
      query={query}
      rows={requests}
      what="the requests"
      nouns={['request', 'requests']}
      empty={<EmptyState>{state ? nothing[state] : 'No requests yet.'}</EmptyState>}
    >
      {(requests) => <RequestsTable requests={requests} />}
    </LoadedList>
  );
}
