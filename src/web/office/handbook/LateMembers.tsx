import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api.ts';

const lateMembersQuery = queryOptions({
  queryKey: ['handbook', 'overdue'],
  queryFn: ({ signal }) => api('GET /api/handbook/overdue', { signal }),
});

/** Of Today: only when someone is late. */
export function LateMembers() {
  const { data } = useQuery(lateMembersQuery);
  if (!data || data.members === 0) return null;
  const { members } = data;
  return (
    <p>
      <Link
        to="/dashboard/handbook/acknowledgements?overdue=true"
        className="inline-flex min-h-11 items-center text-error underline underline-offset-4"
      >
        {members === 1
          ? '1 member is late with the handbook'
          : `${members.toLocaleString('en-US')} members are late with the handbook`}
      </Link>
    </p>
  );
}
