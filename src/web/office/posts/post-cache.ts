import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { FeedEvents } from '../../../shared/posts/live-feed.contract.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { newestFirst, postsAfter } from './feed-events.ts';

/** The loaded part of the feed, and the cursor of the next page. */
export interface Feed {
  posts: Post[];
  next: string | undefined;
  /** Ids of new posts by others, not shown yet so that the feed does not move. */
  waiting: string[];
}

export interface Thread {
  post: Post;
  next: string | undefined;
  gone: boolean;
}

const postsKey = ['posts'];
export const feedKey = [...postsKey, 'feed'];
export const pinnedKey = [...postsKey, 'pinned'];
export const foundKey = [...postsKey, 'found'];
const threadsKey = [...postsKey, 'thread'];
export const threadKey = (id: string) => [...threadsKey, id];

function changePosts(client: QueryClient, change: (posts: Post[]) => Post[]): void {
  client.setQueryData<Feed>(feedKey, (feed) => feed && { ...feed, posts: change(feed.posts) });
  client.setQueryData<Post[]>(pinnedKey, (posts) => posts && change(posts).filter(({ pinned }) => pinned));
  client.setQueriesData<InfiniteData<{ posts: Post[] }>>(
    { queryKey: foundKey },
    (found) =>
      found && { ...found, pages: found.pages.map((page) => ({ ...page, posts: change(page.posts) })) },
  );
  client.setQueriesData<Thread>({ queryKey: threadsKey }, (thread) => {
    if (!thread) return thread;
    const [post] = change([thread.post]);
    return post ? { ...thread, post } : { ...thread, gone: true };
  });
}

export const changePost = (client: QueryClient, id: string, change: (post: Post) => Post): void =>
  changePosts(client, (posts) => posts.map((post) => (post._id === id ? change(post) : post)));

export function removePost(client: QueryClient, id: string): void {
  changePosts(client, (posts) => posts.filter(({ _id }) => _id !== id));
  setWaiting(client, (ids) => ids.filter((each) => each !== id));
}

/** Inserts newly read posts into the feed and clears them from `waiting`. */
export function addToFeed(client: QueryClient, posts: Post[]): void {
  client.setQueryData<Feed>(
    feedKey,
    (feed) => feed && { ...feed, posts: newestFirst([...posts, ...feed.posts]) },
  );
  const shown = new Set(posts.map(({ _id }) => _id));
  setWaiting(client, (ids) => ids.filter((id) => !shown.has(id)));
}

const setWaiting = (client: QueryClient, change: (ids: string[]) => string[]): void =>
  void client.setQueryData<Feed>(feedKey, (feed) => feed && { ...feed, waiting: change(feed.waiting) });

/** Applies events to all cached posts; `me` is the user's id. */
export function applyEvents(
  client: QueryClient,
  update: FeedEvents,
  me: string,
  onOwnPost: (id: string) => void,
): void {
  if (update.reload) {
    void client.invalidateQueries({ queryKey: postsKey });
    return;
  }
  changePosts(client, (posts) => postsAfter(posts, update.events, me));
  for (const event of update.events) {
    if (event.kind === 'post' && !isInFeed(client, event.post)) {
      if (event.user === me) onOwnPost(event.post);
      else setWaiting(client, (ids) => [...new Set([...ids, event.post])]);
    }
    if (event.kind === 'deleted') removePost(client, event.post);
    if (event.kind === 'changed' && event.pinned) void findPinned(client, event.post);
  }
}

const isInFeed = (client: QueryClient, id: string): boolean =>
  client.getQueryData<Feed>(feedKey)?.posts.some(({ _id }) => _id === id) ?? false;

async function findPinned(client: QueryClient, id: string): Promise<void> {
  const known = client.getQueryData<Post[]>(pinnedKey)?.some(({ _id }) => _id === id);
  if (!known) await client.invalidateQueries({ queryKey: pinnedKey });
}
