import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { shownEmail } from '../../../shared/email-address.ts';
import { applicationStates } from '../../../shared/joining/applications.ts';
import type { ApplicationEntry } from '../../../shared/joining/joining-fields.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { applicationLabels, applicationsPath } from '../leads/application-labels.ts';
import { applicationsQuery } from '../leads/applications.queries.ts';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { ShortDate } from '../page/ShortDate.tsx';

const columns: Column<ApplicationEntry>[] = [
  {
    id: 'name',
    header: 'Applicant',
    kind: 'name',
    value: ({ name }) => name,
    cell: ({ _id, name, email }) => (
      <Named name={name} below={shownEmail(email)} under={shownEmail(email)}>
        <Link translate="no" to={`${applicationsPath}/${_id}`}>
          {name}
        </Link>
      </Named>
    ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'fixed',
    value: ({ state }) => applicationLabels[state],
    card: 'bare',
  },
  {
    id: 'invited',
    header: 'Invited',
    kind: 'fixed',
    value: ({ invited }) => invited.date,
    cell: ({ invited }) => <ShortDate iso={invited.date} />,
  },
  {
    id: 'changed',
    header: 'Last change',
    kind: 'fixed',
    value: ({ changed }) => changed,
    cell: ({ changed }) => <ShortDate iso={changed} />,
  },
  {
    id: 'expires',
    header: 'Link until',
    kind: 'fixed',
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
  const choice = useColumns('applications', columns);
  return (
    <Page title="Applications" list>
      <FilterBar
        search={
          <TableSearch
            label="Search names and emails"
            value={search}
            onChange={(q) => changeParams({ q }, { replace: true })}
          />
        }
        tools={<TableTools columns={columns} choice={choice} />}
      >
        <Filter label="State" value={state ?? ''} onChange={(next) => changeParams({ state: next })}>
          <option value="">All</option>
          <Options of={applicationStates.map((each) => [each, applicationLabels[each]])} />
        </Filter>
      </FilterBar>
      <LoadedList
        query={query}
        rows={applications}
        what="the applications"
        nouns={['application', 'applications']}
        empty={
          <EmptyState>
            {search || state
              ? 'No applications match.'
              : 'No applications yet. They begin with “Send agreement” on a lead.'}
          </EmptyState>
        }
      >
        {(applications) => (
          <PlainTable
            caption="Applications"
            rows={applications}
            columns={columns}
            choice={choice}
            rowKey={({ _id }) => _id}
            dense
          />
        )}
      </LoadedList>
    </Page>
  );
}
