import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ProductionReport } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { keysOf, type ProductionFigure, productionFigures } from '../../../shared/bookkeeping/figures.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { whole } from '../insights/insight-labels.ts';
import { LoadMore } from '../lists/LoadMore.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { type ProductionSort, productionQuery } from './bookkeeping.queries.ts';
import type { Range } from './periods.ts';
import { sourcesPath } from './report-paths.ts';
import { SumLink } from './SumLink.tsx';

/** An agent with their figures; without one, the sum of all. */
interface Row {
  agent: ProductionReport['agents'][number]['agent'] | undefined;
  figures: ProductionReport['total'];
}

const names = keysOf({ name: '', ...productionFigures });
const sorts: ProductionSort[] = [...names, ...names.map((name) => `-${name}` as const)];

export function Production({ range }: { range: Range }) {
  const [params, change] = useUrlParams();
  const sort = sorts.find((each) => each === params.get('sort')) ?? '-gross';
  const query = useInfiniteQuery(productionQuery(range, sort));
  const [first] = query.data?.pages ?? [];
  const agents: Row[] = query.data?.pages.flatMap((page) => page.agents) ?? [];
  const rows = first && first.count > 1 ? [{ agent: undefined, figures: first.total }, ...agents] : agents;
  return (
    <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading the production">
      {first && first.count === 0 && <EmptyState>No agent was paid in this period.</EmptyState>}
      {rows.length > 0 && (
        <PlainTable
          caption="Production by agent"
          rows={rows}
          columns={columnsOf(range)}
          rowKey={({ agent }) => (agent === undefined ? '' : (agent._id ?? agent.name))}
          sort={{ by: sort, onSort: (next) => change({ sort: next }) }}
          dense
        />
      )}
      {query.isError && (
        <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
          We couldn't load the production. {query.error.message}
        </ErrorState>
      )}
      {agents.length > 0 && <LoadMore shown={agents.length} nouns={['agent', 'agents']} query={query} />}
      {first && first.count > 0 && (
        <p className="text-muted text-sm">
          As in their years. Where agents of ours have both sides of a deal, its price counts for each of
          them. A co-agent’s share counts as kept only.
        </p>
      )}
    </Pending>
  );
}

const columnsOf = (range: Range): Column<Row>[] => [
  {
    id: 'name',
    header: 'Agent',
    kind: 'name',
    sortable: true,
    value: ({ agent }) => agent?.name ?? 'All agents',
    cell: ({ agent }) => {
      if (!agent) return <strong>All agents</strong>;
      return agent._id ? (
        <Link translate="no" to={`/profile/${agent._id}`}>
          {agent.name}
        </Link>
      ) : (
        <span translate="no">{agent.name}</span>
      );
    },
  },
  ...keysOf(productionFigures).map(
    (name): Column<Row> => ({
      id: name,
      header: productionFigures[name],
      kind: 'fixed',
      align: 'end',
      sortable: true,
      descendingFirst: true,
      value: ({ figures }) => figures[name],
      cell: ({ agent, figures }) => <Sum name={name} value={figures[name]} range={range} agent={agent} />,
    }),
  ),
];

interface SumProps {
  name: ProductionFigure;
  value: number;
  range: Range;
  agent: Row['agent'];
}

function Sum({ name, value, range, agent }: SumProps) {
  const to = sourcesPath({ figure: name, ...range, ...(agent && { agent }) });
  if (name !== 'sides') return <SumLink cents={value} to={to} />;
  return value === 0 ? (
    <span className="text-muted">0</span>
  ) : (
    <Link to={to} className="text-brand underline underline-offset-4 hover:text-brand-hover">
      {whole(value)}
    </Link>
  );
}
