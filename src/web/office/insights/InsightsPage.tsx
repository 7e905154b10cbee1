import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../shared/dates.ts';
import { insightPeriods } from '../../../shared/insights/insight-periods.ts';
import type { Insights } from '../../../shared/insights/insights.contract.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { statusLabel } from '../leads/lead-labels.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Section } from '../page/Section.tsx';
import { BarTable } from './BarTable.tsx';
import { ChartCard } from './ChartCard.tsx';
import { Figures } from './Figures.tsx';
import { hoursLabel, monthLabel, shareLabel, sourceLabel, whole } from './insight-labels.ts';
import { insightsQuery } from './insights.queries.ts';
import { LeadWeeks } from './LeadWeeks.tsx';
import { PeriodPage } from './PeriodPage.tsx';

export function InsightsPage() {
  const [params, changeParams] = useUrlParams();
  const days = insightPeriods.find((each) => each === params.get('days')) ?? '28';
  const query = useQuery(insightsQuery(days));
  return (
    <PeriodPage
      title="Insights"
      periods={insightPeriods}
      unit="days"
      period={days}
      onPeriod={(days) => changeParams({ days }, { replace: true })}
    >
      <Loaded query={query} what="The insights" skeleton={<Skeleton className="h-96" />}>
        {(insights) => (
          <div className="grid grid-cols-1 gap-6">
            <p className="text-muted">
              {formatDay(insights.from)} – {formatDay(insights.to)}, compared with the {days} days before.
              Pacific time.
            </p>
            <Figures insights={insights} />
            <Charts insights={insights} />
            <Articles articles={insights.articles} />
          </div>
        )}
      </Loaded>
    </PeriodPage>
  );
}

function Charts({ insights }: { insights: Insights }) {
  const { funnel, firstContact, visits, weeks, sources, cohorts } = insights;
  const [all] = funnel;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:grid-cols-2">
      <div className="lg:col-span-2 print:col-span-2">
        <LeadWeeks weeks={weeks} />
      </div>
      <BarTable
        title="Funnel"
        hint="How far this period's leads have come."
        head={['Stage', 'Leads', 'Share']}
        rows={funnel.map(({ stage, count }) => ({
          label: statusLabel(stage),
          value: count,
          note: shareLabel(count, all?.count ?? 0),
        }))}
      />
      <BarTable
        title="First response"
        hint="Time from inquiry to first call or email."
        head={['Within', 'Leads']}
        rows={firstContact.map(({ hours, count }) => ({ label: hoursLabel(hours), value: count }))}
      />
      <div className="grid grid-cols-1 content-start gap-6">
        <BarTable
          title="Calculator to inquiry"
          hint="Public-site visits, excluding bots and visitors who opt out."
          head={['Step', 'Times', 'Before']}
          rows={[
            { label: 'Calculator used', ...visits.calculator },
            { label: 'Form started', ...visits.form },
            { label: 'Inquiry sent', ...visits.sent },
          ].map(({ label, now, before }) => ({ label, value: now, note: whole(before) }))}
        />
        {sources.length > 0 && (
          <BarTable
            title="Where visitors came from"
            hint="Campaigns and other sites that brought visitors in this period."
            head={['Source', 'Pages viewed']}
            rows={sources.map(({ source, count }) => ({ label: sourceLabel(source), value: count }))}
          />
        )}
      </div>
      <Cohorts cohorts={cohorts} />
    </div>
  );
}

function Cohorts({ cohorts }: Pick<Insights, 'cohorts'>) {
  return (
    <ChartCard title="Joined, by month of inquiry" hint="By the month of their first inquiry">
      <table className="w-full self-start text-sm">
        <caption className="sr-only">Joined, by month of inquiry</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pb-1 text-start font-semibold">
              Month
            </th>
            {['Leads', 'Joined', 'Share'].map((head) => (
              <th key={head} scope="col" className="pb-1 ps-3 text-end font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.toReversed().map(({ month, leads, joined }) => (
            <tr key={month} className="border-line border-t">
              <th scope="row" className="py-1 text-start font-normal">
                {monthLabel(month)}
              </th>
              <td className="py-1 ps-3 text-end">{whole(leads)}</td>
              <td className="py-1 ps-3 text-end">{whole(joined)}</td>
              <td className="py-1 ps-3 text-end">{shareLabel(joined, leads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  );
}

type ArticleReads = Insights['articles'][number];

const columns: Column<ArticleReads>[] = [
  {
    id: 'title',
    header: 'Article',
    value: ({ title }) => title,
    cell: ({ title, slug }) => <a href={`/articles/${slug}`}>{title}</a>,
  },
  { id: 'now', header: 'Views', value: ({ now }) => whole(now), align: 'end' },
  { id: 'before', header: 'Before', value: ({ before }) => whole(before), align: 'end' },
];

function Articles({ articles }: Pick<Insights, 'articles'>) {
  return (
    <Section title="Articles by views">
      {articles.length === 0 ? (
        <EmptyState>No article views in this period.</EmptyState>
      ) : (
        <PlainTable caption="Articles by views" rows={articles} columns={columns} rowKey={({ _id }) => _id} />
      )}
    </Section>
  );
}
