import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Lead, LeadDay } from '../../../shared/leads.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { LeadEntry } from './LeadEntry.tsx';
import { todayQuery } from './leads.queries.ts';

const leadsShown = 5;

/**
 * On the dashboard of admins: how much there is to do, and what to begin with.
 * @param more what else there is to do, which is not of leads
 */
export function TodayInShort({ more }: { more?: ReactNode }) {
  const query = useQuery(todayQuery(true));
  return (
    <section aria-labelledby="today-in-short" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="today-in-short" className="text-xl">
          Today
        </h2>
        <Link
          to="/dashboard/leads/today"
          className="inline-flex min-h-11 items-center text-brand underline underline-offset-4 hover:text-brand-hover"
        >
          All of today
        </Link>
      </div>
      <Loaded query={query} what="Today's leads" skeleton={<Skeleton className="h-60" />}>
        {(day) => <Numbers day={day} />}
      </Loaded>
      {more}
    </section>
  );
}

function Numbers({ day }: { day: LeadDay }) {
  const leads = nextOf(day);
  const numbers = [
    { label: 'Overdue', count: day.overdue.count, look: 'text-error' },
    { label: 'Due today', count: day.due.count, look: 'text-text' },
    { label: 'Waiting for a reply', count: day.waiting.count, look: 'text-poppy-text' },
  ];
  return (
    <>
      <dl className="grid grid-cols-3 gap-3">
        {numbers.map(({ label, count, look }) => (
          <div
            key={label}
            className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 max-sm:p-3"
          >
            <dt className="text-muted text-sm">{label}</dt>
            <dd className={`font-display font-medium text-2xl leading-tight ${count > 0 ? look : ''}`}>
              {count.toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
      {leads.length === 0 ? (
        <p className="text-muted">
          You're all caught up. No next steps are due and no one is waiting for a reply.
        </p>
      ) : (
        <ul aria-label="Next leads" className="border-line border-b">
          {leads.map((lead) => (
            <LeadEntry key={lead._id} lead={lead} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The most urgent first; a lead can be due and wait. */
function nextOf({ overdue, due, waiting }: LeadDay): Lead[] {
  const all = [...overdue.leads, ...due.leads, ...waiting.leads];
  return [...new Map(all.map((lead) => [lead._id, lead])).values()].slice(0, leadsShown);
}
