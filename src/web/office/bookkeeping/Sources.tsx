import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SourcesOfFigure } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { type Figure, figures, sourceKinds } from '../../../shared/bookkeeping/figures.ts';
import { counted } from '../../../shared/counted.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { duesPath, officeClosingPath } from '../closings/paths.ts';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { type SourceFilter, sourcesQuery } from './bookkeeping.queries.ts';
import { isDay, rangeOf } from './periods.ts';
import { reportPath } from './report-paths.ts';

type Source = SourcesOfFigure['sources'][number];

const isFigure = (text: string | null): text is Figure => text !== null && Object.hasOwn(figures, text);

/** The closings, corrections and dues behind one sum of a report. */
export function Sources() {
  const [params] = useUrlParams();
  const asked = params.get('figure');
  const figure = isFigure(asked) ? asked : 'income';
  const usual = rangeOf('year', today());
  const [from, to] = [params.get('from'), params.get('to')];
  const range = { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to };
  const agent = params.get('agent');
  const former = params.get('former');
  const filter: SourceFilter = { figure, ...range, ...(agent && { agent }), ...(former && { former }) };
  const query = useInfiniteQuery(sourcesQuery(filter));
  const [first] = query.data?.pages ?? [];
  const sources = query.data?.pages.flatMap((page) => page.sources) ?? [];
  const name = agent || former ? (sources[0]?.agent.name ?? '') : '';
  return (
    <Page
      title={`Sources: ${figures[figure]}`}
      list
      back={{ to: reportPath(reportOf(figure)), label: 'Back to the report' }}
    >
      <p className="text-muted">
        {formatDay(range.from)} – {formatDay(range.to)}
        {name && (
          <>
            {', '}
            <span translate="no">{name}</span>
          </>
        )}
        {first && figure !== 'days' && `: ${textOf(figure, first.total)}`}
      </p>
      <LoadedList
        query={query}
        rows={first && sources}
        what="the sources"
        nouns={['source', 'sources']}
        empty={<EmptyState>Nothing in these days.</EmptyState>}
      >
        {(sources) => (
          <PlainTable
            caption={`Sources: ${figures[figure]}`}
            rows={sources}
            columns={columnsOf(figure)}
            rowKey={({ _id }) => _id}
            dense
          />
        )}
      </LoadedList>
    </Page>
  );
}

function reportOf(figure: Figure) {
  if (figure === 'days') return 'promise';
  if (figure.startsWith('deducted')) return 'deductions';
  return ['sides', 'volume', 'gross', 'fees', 'deductions', 'kept'].includes(figure)
    ? 'production'
    : 'income';
}

function textOf(figure: Figure, amount: number): string {
  if (figure === 'days') return counted(amount, 'day');
  return figure === 'sides' ? counted(amount, 'side') : formatMoney(amount);
}

const columnsOf = (figure: Figure): Column<Source>[] => [
  {
    id: 'source',
    header: 'Closing or due',
    kind: 'long',
    value: ({ closing, due }) => closing?.property ?? due?.label ?? '',
    cell: ({ closing, due, agent }) =>
      closing ? (
        <Link to={officeClosingPath(closing._id)}>{closing.property}</Link>
      ) : (
        <Link to={agent._id ? `${duesPath}?member=${agent._id}` : `${duesPath}?state=all`}>{due?.label}</Link>
      ),
  },
  { id: 'kind', header: 'Kind', kind: 'fixed', value: ({ kind }) => sourceKinds[kind] },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'name',
    value: ({ agent }) => agent.name,
    cell: ({ agent }) => <span translate="no">{agent.name}</span>,
  },
  {
    id: 'on',
    header: 'Date',
    kind: 'fixed',
    value: ({ on }) => on,
    cell: ({ on }) => formatDay(on),
  },
  {
    id: 'amount',
    header: figures[figure],
    kind: 'fixed',
    align: 'end',
    value: ({ amount }) => textOf(figure, amount),
  },
];
