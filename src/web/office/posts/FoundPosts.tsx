import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay } from '../../../shared/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { useUser } from '../session/guards.tsx';
import { PostList } from './PostList.tsx';
import { PostsSkeleton } from './PostsSkeleton.tsx';
import { foundPostsQuery } from './posts.queries.ts';
import { ShowMore } from './ShowMore.tsx';
import { useLiveFeed } from './useLiveFeed.ts';

export function FoundPosts({ search }: { search: string }) {
  const found = useInfiniteQuery(foundPostsQuery(useUser()._id, search));
  const posts = found.data?.pages.flatMap((page) => page.posts);
  const searchedTo = found.data?.pages.at(-1)?.searchedTo;
  useLiveFeed(posts !== undefined);
  return (
    <section aria-labelledby="found" className="grid grid-cols-1 gap-4">
      <h2 id="found" className="text-xl">
        Posts found
      </h2>
      <Pending pending={found.isPending} skeleton={<PostsSkeleton />} label="Searching">
        {found.isError && !found.isFetchNextPageError && (
          <ErrorState pending={found.isFetching} onRetry={() => void found.refetch()}>
            Search failed. Try again. {found.error.message}
          </ErrorState>
        )}
        {posts?.length === 0 && !searchedTo && <EmptyState>No posts match your search.</EmptyState>}
        {posts && posts.length > 0 && <PostList posts={posts} label="Posts found" />}
        <p role="status" className={searchedTo ? 'text-center text-muted' : 'sr-only'}>
          {posts && shown(posts.length)}
          {searchedTo && `. Searched back to ${formatDay(searchedTo)}.`}
        </p>
        {/* Where the search ended early, going on by itself could read all posts without a find. */}
        <ShowMore
          eager={!searchedTo}
          label={searchedTo && 'Search older posts'}
          what="posts"
          more={found.hasNextPage}
          pending={found.isFetchingNextPage}
          error={found.isFetchNextPageError ? found.error : null}
          onMore={() => void found.fetchNextPage()}
        />
      </Pending>
    </section>
  );
}

const shown = (count: number) =>
  count === 0 ? 'No posts found' : count === 1 ? '1 post shown' : `${count} posts shown`;
