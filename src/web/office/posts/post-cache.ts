import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { FeedEvents } from '../../../shared/live-feed.contract.ts';
import type { Post } from '../../../shared/posts.contract.ts';
import { newestFirst, postsAfter } from './feed-events.ts';

/** The part of the feed that has been read: its posts, and where the next page begins if there is one. */
export interface Feed {
  posts: Post[];
  next: string | undefined;
  /** Ids of new posts by others that are not shown yet: nothing moves under the eyes of a reader. */
  waiting: string[];
}

/** A post with as many of its comments as have been read, and where older ones begin. */
export interface Thread {
  post: Post;
  next: string | undefined;
  /** It was deleted while it was looked at. */
  gone: boolean;
}

export const postsKey = ['posts'];
export const feedKey = [...postsKey, 'feed'];
export const pinnedKey = [...postsKey, 'pinned'];
export const foundKey = [...postsKey, 'found'];
const threadsKey = [...postsKey, 'thread'];
export const threadKey = (id: string) => [...threadsKey, id];

/** Changes posts wherever they are shown. */
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

/** Changes one post wherever it is shown. */
export const changePost = (client: QueryClient, id: string, change: (post: Post) => Post): void =>
  changePosts(client, (posts) => posts.map((post) => (post._id === id ? change(post) : post)));

export function removePost(client: QueryClient, id: string): void {
  changePosts(client, (posts) => posts.filter(({ _id }) => _id !== id));
  setWaiting(client, (ids) => ids.filter((each) => each !== id));
}

/** Puts posts that were read just now into the feed, at their places; they wait no longer. */
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

/** Brings everything that is shown up to date with what has happened; `me` is whoever looks at it. */
export function applyNews(
  client: QueryClient,
  news: FeedEvents,
  me: string,
  onOwnPost: (id: string) => void,
): void {
  if (news.reload) {
    void client.invalidateQueries({ queryKey: postsKey });
    return;
  }
  changePosts(client, (posts) => postsAfter(posts, news.events, me));
  for (const event of news.events) {
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

/** An announcement that is new here is read with the others. */
async function findPinned(client: QueryClient, id: string): Promise<void> {
  const known = client.getQueryData<Post[]>(pinnedKey)?.some(({ _id }) => _id === id);
  if (!known) await client.invalidateQueries({ queryKey: pinnedKey });
}
