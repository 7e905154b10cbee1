import { Link } from 'react-router';
import type { Insights } from '../../../shared/insights.contract.ts';
import { durationLabel, shareLabel, whole } from './insight-labels.ts';

interface Shown {
  label: string;
  to: string;
  now: string;
  before: string;
}

const numbers = ({ now, before }: { now: number; before: number }) => ({
  now: whole(now),
  before: whole(before),
});

function shownFigures({ figures, days }: Insights): Shown[] {
  const { newLeads, unanswered, firstContact, joined, active7, active28, invited } = figures;
  const former = `${days} days before`;
  const beside = (name: string, { now, before }: { now: string; before: string }) => ({
    now,
    before: `${name}: ${before}`,
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
      before: `${former}: ${shareLabel(joined.before.joined, joined.before.leads)}`,
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
export function Figures({ insights }: { insights: Insights }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
      {shownFigures(insights).map(({ label, to, now, before }) => (
        <li
          key={label}
          className="relative grid content-start gap-1 rounded-lg border border-line bg-surface p-4"
        >
          <Link
            to={to}
            className="text-brand text-sm underline underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:text-brand-hover"
          >
            {label}
          </Link>
          <strong className="font-display font-medium text-2xl leading-tight">{now}</strong>
          <span className="text-muted text-sm">{before}</span>
        </li>
      ))}
    </ul>
  );
}
