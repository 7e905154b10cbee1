import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { searchedToHeader } from '../../../shared/posts/feed-headers.ts';
import type { FeedEvent } from '../../../shared/posts/live-feed.contract.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { minute } from '../../../shared/time.ts';
import { apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { newPosts, postsAfter } from './feed-events.ts';
import { eventsSince } from './live-feed.ts';
import { addToFeed, type Feed, feedKey, foundKey, pinnedKey } from './post-cache.ts';

const pageSize = 20;
/** The server's maximum. */
const maxPageSize = 100;
/** At most this many posts are read when a user returns to a place far down. */
const maxReturnPosts = 500;
const maxPagesReadAgain = 5;

/** Live events keep the data fresh, so returning to a page shows it as it was. */
const live = { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * minute };

interface Page {
  posts: Post[];
  next: string | undefined;
  /** Where a search ended early. */
  searchedTo: string | undefined;
  since: () => FeedEvent[];
}

async function readPage(
  me: string,
  query: { limit: number; cursor?: string | undefined; pinned?: 'true'; search?: string },
  signal?: AbortSignal,
): Promise<Page> {
  const { data, headers } = await apiAnswer('GET /api/posts', { query, ...(signal && { signal }) });
  const since = () => eventsSince(headers);
  const searchedTo = headers.get(searchedToHeader) ?? undefined;
  return { posts: postsAfter(data, since(), me), next: nextCursor(headers), searchedTo, since };
}

async function readFeed(me: string, count: number, signal: AbortSignal): Promise<Feed> {
  const wanted = Math.min(Math.max(count, pageSize), maxReturnPosts);
  const first = await readPage(me, { limit: Math.min(wanted, maxPageSize) }, signal);
  let { posts, next } = first;
  while (next !== undefined && posts.length < wanted) {
    const more = await readPage(me, { limit: maxPageSize, cursor: next }, signal);
    posts = [...posts, ...more.posts];
    next = more.next;
  }
  const events = first.since();
  return { posts: postsAfter(posts, events, me), next, waiting: newPosts(events, posts) };
}

export const feedQuery = (me: string, count = pageSize) =>
  queryOptions({ queryKey: feedKey, queryFn: ({ signal }) => readFeed(me, count, signal), ...live });

export const pinnedQuery = (me: string) =>
  queryOptions({
    queryKey: pinnedKey,
    queryFn: async ({ signal }): Promise<Post[]> =>
      (await readPage(me, { limit: pageSize, pinned: 'true' }, signal)).posts,
    ...live,
  });

export const foundPostsQuery = (me: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...foundKey, search],
    queryFn: ({ pageParam: cursor, signal }) => readPage(me, { limit: pageSize, cursor, search }, signal),
    ...byCursor,
    // Reading many pages again could use up the 30 searches of a minute; new finds then show after a new search.
    staleTime: ({ state }) =>
      (state.data?.pages.length ?? 0) > maxPagesReadAgain ? Number.POSITIVE_INFINITY : 0,
    placeholderData: keepPreviousData,
  });

export function useOlderPosts(me: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (cursor: string) => readPage(me, { limit: pageSize, cursor }),
    onSuccess: (page) => {
      addToFeed(client, page.posts);
      client.setQueryData<Feed>(feedKey, (feed) => feed && { ...feed, next: page.next });
    },
  });
}

/** Reads the waiting posts. If there are more than one page, the feed restarts with those. */
export function useShowWaiting(me: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (count: number) => readPage(me, { limit: Math.min(maxPageSize, count + pageSize) }),
    onSuccess: (page, count) => {
      const { posts, next, since } = page;
      if (count > maxPageSize - pageSize) client.setQueryData<Feed>(feedKey, { posts, next, waiting: [] });
      else addToFeed(client, posts);
      // Posts written during the call still wait.
      client.setQueryData<Feed>(
        feedKey,
        (feed) => feed && { ...feed, waiting: newPosts(since(), feed.posts) },
      );
    },
  });
}
