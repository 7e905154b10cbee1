import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { shownEmail } from '../../../shared/email-address.ts';
import { type ApplicationEntry, applicationStates } from '../../../shared/joining-fields.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { applicationLabels, applicationsPath } from '../leads/application-labels.ts';
import { applicationsQuery } from '../leads/applications.queries.ts';
import { LoadMore } from '../lists/LoadMore.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';

const columns: Column<ApplicationEntry>[] = [
  {
    id: 'name',
    header: 'Applicant',
    value: ({ name }) => name,
    cell: ({ _id, name, email }) => (
      <span className="wrap-anywhere">
        <Link translate="no" to={`${applicationsPath}/${_id}`}>
          {name}
        </Link>
        <span className="block text-muted text-sm">{shownEmail(email)}</span>
      </span>
    ),
  },
  { id: 'state', header: 'State', value: ({ state }) => applicationLabels[state] },
  {
    id: 'invited',
    header: 'Invited',
    value: ({ invited }) => invited.date,
    cell: ({ invited }) => <ShortDate iso={invited.date} />,
  },
  {
    id: 'changed',
    header: 'Last change',
    value: ({ changed }) => changed,
    cell: ({ changed }) => <ShortDate iso={changed} />,
  },
  {
    id: 'expires',
    header: 'Link until',
    value: ({ expires }) => expires ?? '',
    cell: ({ expires }) => (expires ? <ShortDate iso={expires} /> : '—'),
  },
];

export function ApplicationsPage() {
  const [params, changeParams] = useUrlParams();
  const search = params.get('q') ?? '';
  const state = applicationStates.find((each) => each === params.get('state'));
  const query = useInfiniteQuery(applicationsQuery({ state, search }));
  const applications = query.data?.pages.flatMap((page) => page.applications);
  return (
    <Page title="Applications">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <SelectField
          label="State"
          value={state ?? ''}
          onChange={({ target }) => changeParams({ state: target.value })}
          className="w-full sm:max-w-64"
        >
          <option value="">All</option>
          <Options of={applicationStates.map((each) => [each, applicationLabels[each]])} />
        </SelectField>
        <TableSearch
          label="Search names and emails"
          value={search}
          onChange={(q) => changeParams({ q }, { replace: true })}
        />
      </div>
      <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading applications">
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            We couldn't load the applications. Try again. {query.error.message}
          </ErrorState>
        )}
        {applications?.length === 0 && (
          <EmptyState>
            {search || state
              ? 'No applications match.'
              : 'No applications yet. They begin with “Send agreement” on a lead.'}
          </EmptyState>
        )}
        {applications && applications.length > 0 && (
          <>
            <PlainTable
              caption="Applications"
              rows={applications}
              columns={columns}
              rowKey={({ _id }) => _id}
            />
            <LoadMore shown={applications.length} nouns={['application', 'applications']} query={query} />
          </>
        )}
      </Pending>
    </Page>
  );
}
