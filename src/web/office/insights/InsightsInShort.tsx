import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Figures } from './Figures.tsx';
import { insightsQuery } from './insights.queries.ts';

/** On the dashboard of admins. */
export function InsightsInShort() {
  const query = useQuery(insightsQuery('28'));
  return (
    <section aria-labelledby="insights-in-short" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="insights-in-short" className="text-xl">
          The last 28 days
        </h2>
        <Link
          to="/dashboard/insights"
          className="inline-flex min-h-11 items-center text-brand underline underline-offset-4 hover:text-brand-hover"
        >
          All insights
        </Link>
      </div>
      <Loaded query={query} what="The insights" skeleton={<Skeleton className="h-60" />}>
        {(insights) => <Figures insights={insights} />}
      </Loaded>
    </section>
  );
}
