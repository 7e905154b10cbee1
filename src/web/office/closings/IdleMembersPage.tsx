import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { idleMember } from '../../../shared/closings/closings-office.contract.ts';
import { formatDay } from '../../../shared/dates.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { Page } from '../page/Page.tsx';
import { idleQuery } from './office-closings.queries.ts';
import { closingInsightsPath, officeClosingsPath } from './paths.ts';

type IdleMember = z.output<typeof idleMember>;

const columns: Column<IdleMember>[] = [
  {
    id: 'member',
    header: 'Member',
    value: ({ user }) => user.name,
    cell: ({ user }) => (
      <Link translate="no" to={`/profile/${user._id}`}>
        {user.name}
      </Link>
    ),
  },
  {
    id: 'last',
    header: 'Last paid closing',
    value: ({ lastPaid }) => lastPaid ?? '',
    cell: ({ lastPaid, user }) =>
      lastPaid ? (
        <Link to={`${officeClosingsPath}/list?agent=${user._id}&state=paid`}>{formatDay(lastPaid)}</Link>
      ) : (
        'None yet'
      ),
  },
];

export function IdleMembersPage() {
  const query = useInfiniteQuery(idleQuery);
  const members = query.data?.pages.flat();
  return (
    <Page
      title="Members without a closing"
      back={{ to: closingInsightsPath, label: 'Back to closing insights' }}
    >
      <p className="text-muted">Active members with no paid closing for 90 days, longest first.</p>
      <LoadedList
        query={query}
        rows={members}
        what="the members"
        nouns={['member', 'members']}
        empty={<EmptyState>Every member had a closing in the last 90 days.</EmptyState>}
      >
        {(members) => (
          <PlainTable
            caption="Members without a closing"
            rows={members}
            columns={columns}
            rowKey={({ user }) => user._id}
          />
        )}
      </LoadedList>
    </Page>
  );
}
