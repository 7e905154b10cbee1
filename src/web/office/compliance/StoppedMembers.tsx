import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api.ts';

const stoppedQuery = queryOptions({
  queryKey: ['compliance', 'stopped'],
  queryFn: ({ signal }) => api('GET /api/compliance/stopped', { signal }),
});

/** Of Today: only when someone must not work. */
export function StoppedMembers() {
  const { data } = useQuery(stoppedQuery);
  if (!data || data.count === 0) return null;
  const { count } = data;
  return (
    <p>
      <Link
        to="/dashboard/admin/compliance"
        className="inline-flex min-h-11 items-center text-error underline underline-offset-4"
      >
        {count === 1
          ? '1 member must not work today'
          : `${count.toLocaleString('en-US')} members must not work today`}
      </Link>
    </p>
  );
}
