import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { ClosingRowAnswer } from '../../../shared/closing-answers.ts';
import { closingStateLabels, closingStates } from '../../../shared/closing-states.ts';
import { formatMoney } from '../../../shared/money.ts';
import { kindNames, kindOf } from '../../../shared/transaction-kinds.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { LoadMore } from '../lists/LoadMore.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { ClosingsNavigation } from './ClosingsNavigation.tsx';
import { type ClosingFilter, closingsQuery } from './office-closings.queries.ts';
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
  const search = useCallback((q: string) => changeParams({ q }, { replace: true }), [changeParams]);
  const choice = (name: string, label: string, value: string | undefined, options: [string, string][]) => (
    <SelectField
      label={label}
      value={value ?? ''}
      onChange={({ target }) => changeParams({ [name]: target.value })}
      className="w-full max-w-xs sm:w-44"
    >
      <option value="">All</option>
      <Options of={options} />
    </SelectField>
  );
  return (
    <Page title="All closings">
      <ClosingsNavigation />
      <div className="flex flex-wrap items-end gap-4">
        <TableSearch label="Search closings" value={filter.search ?? ''} onChange={search} />
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
        <TextField
          label="Paid in"
          type="month"
          value={filter.paid ?? ''}
          onChange={({ target }) => changeParams({ paid: target.value })}
          className="w-full max-w-xs sm:w-44"
        />
        {filter.agent && (
          <Button variant="secondary" onClick={() => changeParams({ agent: '' })}>
            Show every agent
          </Button>
        )}
      </div>
      <List filter={filter} onSort={(sort) => changeParams({ sort })} />
    </Page>
  );
}

const columns: Column<ClosingRowAnswer>[] = [
  {
    id: 'property',
    header: 'Property',
    value: ({ property }) => property,
    sortable: false,
    cell: ({ _id, property, kind }) => (
      <span className="wrap-anywhere">
        <Link to={officeClosingPath(_id)}>{property}</Link>
        <span className="block text-muted text-sm">{kindOf(kind).short}</span>
      </span>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    value: ({ agent }) => agent.name,
    sortable: false,
    cell: ({ agent }) => (
      <Link translate="no" to={`?agent=${agent._id}`}>
        {agent.name}
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => state,
    sortable: false,
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
    id: 'since',
    header: 'Since',
    value: ({ since }) => since,
    sortable: true,
    cell: ({ since }) => <RelativeTime iso={since} className="whitespace-nowrap" />,
  },
  { id: 'price', header: 'Price', value: ({ price }) => formatMoney(price), sortable: false, align: 'end' },
  { id: 'gross', header: 'Gross', value: ({ gross }) => formatMoney(gross), sortable: false, align: 'end' },
  { id: 'fees', header: 'Fees', value: ({ fees }) => formatMoney(fees), sortable: false, align: 'end' },
];

function List({ filter, onSort }: { filter: ClosingFilter; onSort: (sort: string) => void }) {
  const query = useInfiniteQuery(closingsQuery(filter));
  const closings = query.data?.pages.flatMap((page) => page.closings);
  return (
    <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading closings">
      {closings && closings.length > 0 && (
        <PlainTable
          caption="Closings"
          rows={closings}
          columns={columns}
          rowKey={({ _id }) => _id}
          sort={{ by: filter.sort ?? '-since', onSort }}
        />
      )}
      {closings?.length === 0 && <EmptyState>No closings match.</EmptyState>}
      {query.isError && (
        <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
          We couldn't load the closings. {query.error.message}
        </ErrorState>
      )}
      {closings && closings.length > 0 && (
        <LoadMore shown={closings.length} nouns={['closing', 'closings']} query={query} />
      )}
    </Pending>
  );
}
