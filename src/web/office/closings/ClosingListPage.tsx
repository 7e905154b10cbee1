import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { ClosingRowAnswer } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels, closingStates } from '../../../shared/closings/closing-states.ts';
import { kindNames, kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { ClosingsNavigation } from './ClosingsNavigation.tsx';
import { type ClosingFilter, closingsQuery, exportClosings } from './office-closings.queries.ts';
import { officeClosingPath } from './paths.ts';

const promises = {
  running: 'On track',
  due: 'Due today',
  late: 'Late',
  kept: 'Paid on time',
  broken: 'Paid late',
};
const promiseStates = ['running', 'due', 'late', 'kept', 'broken'] as const;

function filterOf(params: URLSearchParams): ClosingFilter {
  const one = <T extends string>(name: string, all: readonly T[]) =>
    all.find((each) => each === params.get(name));
  const state = one('state', closingStates);
  const kind = one('kind', kindNames);
  const promise = one('promise', promiseStates);
  const agent = params.get('agent');
  const paid = params.get('paid');
  return {
    ...(state && { state }),
    ...(kind && { kind }),
    ...(promise && { promise }),
    ...(agent && { agent }),
    ...(paid && /^20\d\d-(0[1-9]|1[0-2])$/.test(paid) && { paid }),
    search: params.get('q') ?? '',
    sort: params.get('sort') === 'since' ? 'since' : '-since',
  };
}

export function ClosingListPage() {
  const [params, changeParams] = useUrlParams();
  const filter = filterOf(params);
  const chosen = useColumns('closings', columns);
  const search = useCallback((q: string) => changeParams({ q }, { replace: true }), [changeParams]);
  const choice = (name: string, label: string, value: string | undefined, options: [string, string][]) => (
    <Filter label={label} value={value ?? ''} onChange={(next) => changeParams({ [name]: next })}>
      <option value="">All</option>
      <Options of={options} />
    </Filter>
  );
  return (
    <Page
      title="All closings"
      list
      action={<DownloadButton label="Export CSV" what="The list" read={() => exportClosings(filter)} />}
    >
      <ClosingsNavigation />
      <FilterBar
        search={<TableSearch label="Search closings" value={filter.search ?? ''} onChange={search} />}
        lead={
          filter.agent && (
            <Button variant="secondary" size="sm" onClick={() => changeParams({ agent: '' })}>
              Show every agent
            </Button>
          )
        }
        tools={
          <TableTools
            columns={columns.filter(({ sortable }) => sortable)}
            sort={{ by: filter.sort ?? '-since', onSort: (sort) => changeParams({ sort }), always: true }}
            choice={chosen}
          />
        }
      >
        {choice(
          'state',
          'State',
          filter.state,
          closingStates.map((state) => [state, closingStateLabels[state]]),
        )}
        {choice(
          'kind',
          'Kind',
          filter.kind,
          kindNames.map((kind) => [kind, kindOf(kind).short]),
        )}
        {choice(
          'promise',
          'Promise',
          filter.promise,
          promiseStates.map((each) => [each, promises[each]]),
        )}
        <Filter
          label="Paid in"
          type="month"
          value={filter.paid ?? ''}
          onChange={(paid) => changeParams({ paid })}
        />
      </FilterBar>
      <List filter={filter} onSort={(sort) => changeParams({ sort })} choice={chosen} />
    </Page>
  );
}

const amounts = { price: 'Price', gross: 'Gross', fees: 'Fees' };

const amountColumns = (...names: (keyof typeof amounts)[]): Column<ClosingRowAnswer>[] =>
  names.map((name) => ({
    id: name,
    header: amounts[name],
    kind: 'fixed',
    value: (row) => formatMoney(row[name]),
    sortable: false,
    align: 'end',
  }));

const columns: Column<ClosingRowAnswer>[] = [
  {
    id: 'property',
    header: 'Property',
    kind: 'long',
    value: ({ property }) => property,
    sortable: false,
    cell: ({ _id, property, kind }) => (
      <Named name={property} under={kindOf(kind).short} wide>
        <Link to={officeClosingPath(_id)}>{property}</Link>
      </Named>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'name',
    value: ({ agent }) => agent.name,
    tooltip: ({ agent }) => agent.name,
    sortable: false,
    card: 'bare',
    cell: ({ agent }) => (
      <Link translate="no" to={`?agent=${agent._id}`}>
        {agent.name}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'fixed',
    value: ({ state }) => state,
    sortable: false,
    cell: ({ state, promise }) => (
      <Lines>
        <ClosingState state={state} />
        <PromiseMark promise={promise} />
      </Lines>
    ),
    card: 'bare',
  },
  {
    id: 'since',
    header: 'Since',
    kind: 'fixed',
    value: ({ since }) => since,
    sortable: true,
    orders: ['Longest first', 'Latest first'],
    cell: ({ since }) => <RelativeTime iso={since} className="whitespace-nowrap" />,
  },
  ...amountColumns('price', 'gross', 'fees'),
];

type ListProps = { filter: ClosingFilter; onSort: (sort: string) => void; choice: ColumnChoice };

function List({ filter, onSort, choice }: ListProps) {
  const query = useInfiniteQuery(closingsQuery(filter));
  const closings = query.data?.pages.flatMap((page) => page.closings);
  return (
    <LoadedList
      query={query}
      rows={closings}
      what="the closings"
      nouns={['closing', 'closings']}
      empty={<EmptyState>No closings match.</EmptyState>}
    >
      {(closings) => (
        <PlainTable
          caption="Closings"
          rows={closings}
          columns={columns}
          rowKey={({ _id }) => _id}
          sort={{ by: filter.sort ?? '-since', onSort }}
          dense
          choice={choice}
        />
      )}
    </LoadedList>
  );
}
