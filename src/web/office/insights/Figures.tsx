import type { Insights } from '../../../shared/insights/insights.contract.ts';
import { type Figure, FigureList } from './FigureList.tsx';
import { durationLabel, shareLabel, whole } from './insight-labels.ts';

const numbers = ({ now, before }: { now: number; before: number }) => ({
  now: whole(now),
  before: whole(before),
});

function shownFigures({ figures, days }: Insights): Figure[] {
  const { newLeads, unanswered, firstContact, joined, active7, active28, invited } = figures;
  const former = `${days} days before`;
  const beside = (name: string, { now, before }: { now: string; before: string }) => ({
    now,
    note: `${name}: ${before}`,
  });
  return [
    { label: 'New leads', to: '/dashboard/leads', ...beside(former, numbers(newLeads)) },
    {
      label: 'Waiting for a reply',
      to: '/dashboard/leads/today',
      ...beside(`${days} days ago`, numbers(unanswered)),
    },
    {
      label: 'Median first response',
      to: '/dashboard/leads?status=contacted',
      ...beside(former, { now: durationLabel(firstContact.now), before: durationLabel(firstContact.before) }),
    },
    {
      label: 'Joined so far',
      to: '/dashboard/leads?status=joined',
      now: shareLabel(joined.now.joined, joined.now.leads),
      note: `${former}: ${shareLabel(joined.before.joined, joined.before.leads)}`,
    },
    {
      label: 'Active members, 7 days',
      to: '/dashboard/admin?sort=-last-sign-in',
      ...beside('7 days before', numbers(active7)),
    },
    {
      label: 'Active members, 28 days',
      to: '/dashboard/admin?sort=-last-sign-in',
      ...beside('28 days before', numbers(active28)),
    },
    {
      label: 'Invited, not joined',
      to: '/dashboard/admin?q=invited',
      ...beside(`${days} days ago`, numbers(invited)),
    },
  ];
}

/** Each leads to its list. */
export const Figures = ({ insights }: { insights: Insights }) => (
  <FigureList figures={shownFigures(insights)} />
);
