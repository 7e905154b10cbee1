import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { Page } from '../page/Page.tsx';
import { MemberCard } from './MemberCard.tsx';
import { MemberFilters } from './MemberFilters.tsx';
import { type MemberFilter, membersQuery } from './members.queries.ts';
import { PhonesPage } from './PhonesPage.tsx';
import { useMemberFilter } from './useMemberFilter.ts';

/** The directory, or the phone list: one entry of the routes. */
export const MembersPage = () => (useLocation().pathname === phonesPath ? <PhonesPage /> : <Directory />);

const phonesPath = '/dashboard/members';

/** Lists members with a profile who do not hide it. */
function Directory() {
  const state = useMemberFilter();
  const { filter, pages, showPages } = state;
  const query = useInfiniteQuery(membersQuery(filter));
  const members = query.data?.pages.flatMap((page) => page.members);
  useReadOn(query, pages);
  return (
    <Page
      title="Members"
      action={
        <Link to={phonesPath} className={buttonClass({ variant: 'secondary' })}>
          Phone list
        </Link>
      }
    >
      <MemberFilters {...state} />
      <LoadedList
        query={query}
        rows={members}
        what="the members"
        nouns={['member', 'members']}
        skeleton={<CardsSkeleton />}
        onLoad={() => showPages((query.data?.pages.length ?? 0) + 1)}
        empty={<Nothing filter={filter} />}
      >
        {(members) => (
          <ul data-list className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {members.map((member) => (
              <MemberCard key={member._id} {...member} />
            ))}
          </ul>
        )}
      </LoadedList>
    </Page>
  );
}

function useReadOn(query: UseInfiniteQueryResult<InfiniteData<unknown>>, pages: number): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const missing = data !== undefined && data.pages.length < pages && hasNextPage;
  useEffect(() => {
    if (missing && !isFetching && !isError) void fetchNextPage();
  }, [missing, isFetching, isError, fetchNextPage]);
}

function Nothing({ filter: { search, status } }: { filter: MemberFilter }) {
  if (search || status) return <EmptyState>No members match your search.</EmptyState>;
  return (
    <EmptyState
      action={
        <Link to="/edit-profile" className={buttonClass()}>
          Your profile
        </Link>
      }
    >
      No members yet. Members appear here when they create a profile.
    </EmptyState>
  );
}

const CardsSkeleton = () => (
  <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Skeleton key={key} className="h-36" />
    ))}
  </div>
);
