import type { FeedEvent } from '../../../shared/posts/live-feed.contract.ts';
import type { Comment, Post } from '../../../shared/posts/posts.contract.ts';

/** The post after an event, as the member `me` sees it. Applying an event twice changes nothing more. */
export function postAfter(post: Post, event: FeedEvent, me: string): Post {
  if (event.post !== post._id) return post;
  switch (event.kind) {
    case 'changed':
      return {
        ...post,
        text: event.text,
        mentions: event.mentions,
        edited: event.edited,
        pinned: event.pinned,
      };
    case 'likes':
      return { ...post, likeCount: event.likeCount, liked: event.user === me ? event.liked : post.liked };
    case 'comment':
      return {
        ...post,
        commentCount: event.commentCount,
        comments: newestFirst([event.comment, ...post.comments]),
      };
    case 'comment-deleted':
      return {
        ...post,
        commentCount: event.commentCount,
        comments: post.comments.filter(({ _id }) => _id !== event.comment),
      };
    default:
      return post;
  }
}

export function postsAfter(posts: Post[], events: FeedEvent[], me: string): Post[] {
  const deleted = new Set(events.flatMap(({ kind, post }) => (kind === 'deleted' ? [post] : [])));
  return posts
    .filter(({ _id }) => !deleted.has(_id))
    .map((post) => events.reduce((seen, event) => postAfter(seen, event, me), post));
}

export function newPosts(events: FeedEvent[], known: Pick<Post, '_id'>[]): string[] {
  const ids = new Set(known.map(({ _id }) => _id));
  return events.flatMap(({ kind, post }) => (kind === 'post' && !ids.has(post) ? [post] : []));
}

/** Without duplicates (the first wins), in the API's list order. */
export function newestFirst<T extends Pick<Comment, '_id' | 'date'>>(rows: T[]): T[] {
  const each = new Map(rows.toReversed().map((row) => [row._id, row]));
  const place = ({ date, _id }: T) => `${date} ${_id}`;
  return [...each.values()].sort((a, b) => (place(a) < place(b) ? 1 : -1));
}
