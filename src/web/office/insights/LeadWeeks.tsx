import type { Insights } from '../../../shared/insights/insights.contract.ts';
import { cx } from '../../ui/cx.ts';
import { ChartCard } from './ChartCard.tsx';
import { shortDay, sourceLabel, whole } from './insight-labels.ts';

type Week = Insights['weeks'][number];

/** Colors in the order of the legend, the most frequent source first; distinct in dark mode and on paper, too. */
const fills = ['fill-brand', 'fill-poppy', 'fill-muted', 'fill-success', 'fill-error', 'fill-line'];
const height = 160;
const step = 40;

const totalOf = ({ sources }: Week) => sources.reduce((sum, { count }) => sum + count, 0);

/** 'other' comes last, as what it is. */
function sourcesOf(weeks: Week[]): string[] {
  const totals = new Map<string, number>();
  for (const { sources } of weeks) {
    for (const { source, count } of sources) totals.set(source, (totals.get(source) ?? 0) + count);
  }
  const rank = (source: string) => (source === 'other' ? -1 : (totals.get(source) ?? 0));
  return [...totals.keys()].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
}

/** A column for each week, stacked by source; the table next to it says the same. */
export function LeadWeeks({ weeks }: { weeks: Week[] }) {
  const sources = sourcesOf(weeks);
  return (
    <ChartCard
      title="Leads by week and source"
      hint="Weeks start Monday (Pacific time). The latest is still in progress."
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:grid-cols-2">
        <div className="grid content-start gap-3">
          <Columns weeks={weeks} sources={sources} />
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
            {sources.map((source, index) => (
              <li key={source} className="wrap-anywhere flex min-w-0 items-center gap-2">
                <svg className="size-3 shrink-0" aria-hidden="true">
                  <rect width="100%" height="100%" className={cx(fills[index], 'stroke-field-border')} />
                </svg>
                {sourceLabel(source)}
              </li>
            ))}
          </ul>
        </div>
        <WeekTable weeks={weeks} sources={sources} />
      </div>
    </ChartCard>
  );
}

function Columns({ weeks, sources }: { weeks: Week[]; sources: string[] }) {
  const highest = Math.max(1, ...weeks.map(totalOf));
  return (
    <svg viewBox={`0 0 ${weeks.length * step} ${height + 4}`} className="w-full" aria-hidden="true">
      {weeks.map((week, index) => (
        <g key={week.from}>
          {stack(week, sources).map(({ source, from, count }) => (
            <rect
              key={source}
              x={index * step + 4}
              width={step - 8}
              y={height - ((from + count) / highest) * height}
              height={(count / highest) * height}
              strokeWidth="0.5"
              className={cx(fills[sources.indexOf(source)], 'stroke-surface')}
            />
          ))}
        </g>
      ))}
      <line x1="0" x2={weeks.length * step} y1={height + 1} y2={height + 1} className="stroke-field-border" />
    </svg>
  );
}

function stack({ sources: counts }: Week, sources: string[]) {
  let from = 0;
  return sources.flatMap((source) => {
    const count = counts.find((each) => each.source === source)?.count ?? 0;
    const part = { source, from, count };
    from += count;
    return count === 0 ? [] : [part];
  });
}

function WeekTable({ weeks, sources }: { weeks: Week[]; sources: string[] }) {
  return (
    <table className="w-full self-start text-sm">
      <caption className="sr-only">Leads by week and source</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="whitespace-nowrap pb-1 text-start font-semibold">
            Week of
          </th>
          <th scope="col" className="pb-1 ps-4 text-end font-semibold">
            Leads
          </th>
          <th scope="col" className="pb-1 ps-4 text-start font-semibold">
            Sources
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((week) => (
          <tr key={week.from} className="border-line border-t align-top">
            <th scope="row" className="whitespace-nowrap py-1 text-start font-normal">
              {shortDay(week.from)}
            </th>
            <td className="py-1 text-end">{whole(totalOf(week))}</td>
            <td className="wrap-anywhere w-full py-1 ps-4">
              {stack(week, sources)
                .map(({ source, count }) => `${sourceLabel(source)} ${whole(count)}`)
                .join(', ') || '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
