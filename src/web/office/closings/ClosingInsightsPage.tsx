import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ClosingInsights } from '../../../shared/closings/closings-office.contract.ts';
import { kindNames, kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FeesSigned } from '../fees/FeesSigned.tsx';
import { BarTable } from '../insights/BarTable.tsx';
import { FigureList } from '../insights/FigureList.tsx';
import { monthLabel, shareLabel, whole } from '../insights/insight-labels.ts';
import { PeriodPage } from '../insights/PeriodPage.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Section } from '../page/Section.tsx';
import { closingInsightsQuery, type InsightMonths } from './office-closings.queries.ts';
import { closingInsightsPath, officeClosingsPath } from './paths.ts';

const periods: InsightMonths[] = ['3', '12', '24'];
const list = `${officeClosingsPath}/list`;

export function ClosingInsightsPage() {
  const [params, changeParams] = useUrlParams();
  const months = periods.find((each) => each === params.get('months')) ?? '12';
  const query = useQuery(closingInsightsQuery(months));
  return (
    <PeriodPage
      title="Closing insights"
      periods={periods}
      unit="months"
      period={months}
      onPeriod={(months) => changeParams({ months }, { replace: true })}
    >
      <Loaded query={query} what="The insights" skeleton={<Skeleton className="h-96" />}>
        {(insights) => (
          <div className="grid grid-cols-1 gap-6">
            <p className="text-muted">
              {formatDay(insights.from)} – {formatDay(insights.to)}, by payment date. Pacific time.
            </p>
            <Figures insights={insights} />
            <FeesSigned fees={insights.fees} />
            {insights.months.length === 0 ? (
              <EmptyState>No closings were paid in this period.</EmptyState>
            ) : (
              <Months months={insights.months} />
            )}
          </div>
        )}
      </Loaded>
    </PeriodPage>
  );
}

const sum = (months: Month[], of: 'closings' | 'volume' | 'fees') =>
  months.reduce((total, month) => total + month[of], 0);

function Figures({ insights: { months, promise, idle } }: { insights: ClosingInsights }) {
  const paid = `${list}?state=paid`;
  const figures = [
    { label: 'Closings paid', to: paid, now: whole(sum(months, 'closings')), note: '' },
    {
      label: 'Volume',
      to: paid,
      now: formatMoney(sum(months, 'volume')),
      note: 'When we have both sides, the price counts once',
    },
    { label: 'Fees earned', to: paid, now: formatMoney(sum(months, 'fees')), note: '' },
    {
      label: 'Package to payment',
      to: paid,
      now: promise.hours === null ? '—' : `${whole(promise.hours)} h`,
      note: 'On average',
    },
    {
      label: 'Paid within the promise',
      to: `${list}?promise=kept`,
      now: shareLabel(promise.within, promise.paid),
      note: `${whole(promise.within)} of ${whole(promise.paid)}`,
    },
    {
      label: 'Paid late',
      to: `${list}?promise=broken`,
      now: whole(promise.paid - promise.within),
      note: '',
    },
    {
      label: 'Members without a closing',
      to: `${closingInsightsPath}/idle`,
      now: whole(idle),
      note: 'For 90 days',
    },
  ];
  return <FigureList figures={figures} />;
}

type Month = ClosingInsights['months'][number];

const columns: Column<Month>[] = [
  {
    id: 'month',
    header: 'Month',
    value: ({ month }) => month,
    cell: ({ month, kind }) => (
      <Link
        to={`${list}?state=paid&paid=${month}&kind=${kind}`}
        className="whitespace-nowrap text-brand underline underline-offset-4 hover:text-brand-hover"
      >
        {monthLabel(month)}, {kindOf(kind).short.toLowerCase()}
      </Link>
    ),
  },
  { id: 'closings', header: 'Closings', value: ({ closings }) => whole(closings), align: 'end' },
  { id: 'volume', header: 'Volume', value: ({ volume }) => formatMoney(volume), align: 'end' },
  { id: 'fees', header: 'Fees', value: ({ fees }) => formatMoney(fees), align: 'end' },
];

function Months({ months }: { months: Month[] }) {
  const names = [...new Set(months.map(({ month }) => month))];
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:grid-cols-2">
        <BarTable
          title="Closings by month"
          hint="By payment date"
          head={['Month', 'Closings', 'Volume']}
          rows={names.map((name) => {
            const own = months.filter(({ month }) => month === name);
            return {
              label: monthLabel(name),
              value: sum(own, 'closings'),
              note: formatMoney(sum(own, 'volume')),
            };
          })}
        />
        <BarTable
          title="Closings by kind"
          hint="In the whole period"
          head={['Kind', 'Closings', 'Fees']}
          rows={kindNames.map((kind) => {
            const own = months.filter((month) => month.kind === kind);
            return {
              label: kindOf(kind).short,
              value: sum(own, 'closings'),
              note: formatMoney(sum(own, 'fees')),
            };
          })}
        />
      </div>
      <Section title="By month and kind">
        <PlainTable
          caption="By month and kind"
          rows={months}
          columns={columns}
          rowKey={({ month, kind }) => `${month}${kind}`}
        />
      </Section>
    </>
  );
}
