import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Section } from '../page/Section.tsx';
import { useFirstLoad } from '../page/useFirstLoad.ts';
import { useUser } from '../session/guards.tsx';
import { NewPosts } from './NewPosts.tsx';
import { PostList } from './PostList.tsx';
import { PostsSkeleton } from './PostsSkeleton.tsx';
import type { Feed as FeedData } from './post-cache.ts';
import { feedQuery, pinnedQuery, useOlderPosts } from './posts.queries.ts';
import { ShowMore } from './ShowMore.tsx';
import { useLiveFeed } from './useLiveFeed.ts';
import { useReturnPosition, useSavedScrollPosition } from './useScrollPosition.ts';

export function Feed() {
  const { _id: me } = useUser();
  const place = useReturnPosition();
  const feed = useQuery(feedQuery(me, place?.count));
  const pinned = useQuery(pinnedQuery(me));
  const isFirst = useFirstLoad([feed, pinned]);
  useLiveFeed(feed.data !== undefined);
  return (
    // Both at once: announcements that arrive later move the posts away from under a press. Not mounted hidden: the
    // posts scroll to where their reader was.
    <Pending pending={isFirst} skeleton={<PostsSkeleton />} label="Loading the posts">
      {pinned.data && pinned.data.length > 0 && (
        <section aria-labelledby="announcements" className="grid grid-cols-1 gap-4">
          <h2 id="announcements" className="text-xl">
            Announcements
          </h2>
          <PostList posts={pinned.data} label="Announcements" />
        </section>
      )}
      <Section title="Latest posts">
        <Loaded query={feed} what="The posts" skeleton={<PostsSkeleton />}>
          {(data) => <Posts feed={data} place={place} hasPinned={(pinned.data?.length ?? 0) > 0} />}
        </Loaded>
      </Section>
    </Pending>
  );
}

type PostsProps = {
  feed: FeedData;
  place: ReturnType<typeof useReturnPosition>;
  hasPinned: boolean;
};

function Posts({ feed, place, hasPinned }: PostsProps) {
  const older = useOlderPosts(useUser()._id);
  const posts = feed.posts.filter(({ pinned }) => !pinned);
  useSavedScrollPosition(feed.posts.length, place);
  return (
    <div className="grid grid-cols-1 gap-4">
      <NewPosts feed={feed} />
      {posts.length > 0 || feed.next ? (
        <PostList posts={posts} label="Latest posts" />
      ) : (
        <EmptyState>{hasPinned ? 'No other posts yet.' : 'No posts yet. Write the first one.'}</EmptyState>
      )}
      <p role="status" className="sr-only">
        {posts.length === 1 ? '1 post shown' : `${posts.length} posts shown`}
      </p>
      <ShowMore
        eager
        what="posts"
        more={feed.next !== undefined}
        pending={older.isPending}
        error={older.error}
        onMore={() => feed.next !== undefined && older.mutate(feed.next)}
      />
    </div>
  );
}
