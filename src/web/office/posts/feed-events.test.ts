import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '../../../shared/posts/live-feed.contract.ts';
import type { Comment, Post } from '../../../shared/posts/posts.contract.ts';
import { newestFirst, newPosts, postAfter, postsAfter } from './feed-events.ts';

const comment: Comment = {
  _id: 'c1',
  text: 'Hi',
  mentions: [],
  name: 'Ana',
  avatar: null,
  user: 'ana',
  date: '2026-01-02',
};
const post: Post = {
  _id: 'p1',
  text: 'Old',
  mentions: [],
  name: 'Ana',
  avatar: null,
  user: 'ana',
  likes: [],
  comments: [],
  likeCount: 0,
  commentCount: 0,
  liked: false,
  pinned: false,
  edited: null,
  date: '2026-01-01',
};
const about = { post: 'p1', position: 1 };
const events: FeedEvent[] = [
  { kind: 'changed', ...about, text: 'New', mentions: [], edited: '2026-01-03', pinned: true },
  { kind: 'likes', ...about, user: 'me', liked: true, likeCount: 7 },
  { kind: 'likes', ...about, user: 'ana', liked: false, likeCount: 6 },
  { kind: 'comment', ...about, comment, commentCount: 1 },
];

describe('a post', () => {
  it('follows the events about it, and the same ones again change nothing', () => {
    const [after] = postsAfter([post], events, 'me');
    expect(after).toEqual({
      ...post,
      text: 'New',
      edited: '2026-01-03',
      pinned: true,
      liked: true,
      likeCount: 6,
      comments: [comment],
      commentCount: 1,
    });
    expect(postsAfter(after ? [after] : [], events, 'me')).toEqual([after]);
  });

  it('loses a comment that was deleted', () => {
    const event: FeedEvent = { kind: 'comment-deleted', ...about, comment: 'c1', commentCount: 0 };
    expect(postAfter({ ...post, comments: [comment], commentCount: 1 }, event, 'me')).toEqual(post);
  });

  it('is gone when it was deleted, and untouched by events about others', () => {
    expect(postsAfter([post], [{ kind: 'deleted', ...about }], 'me')).toEqual([]);
    const other: FeedEvent = {
      kind: 'likes',
      position: 1,
      post: 'p2',
      user: 'me',
      liked: true,
      likeCount: 1,
    };
    expect(postAfter(post, other, 'me')).toBe(post);
  });
});

it('new posts are those that are not known', () => {
  const written = (id: string): FeedEvent => ({ kind: 'post', position: 1, post: id, user: 'ana' });
  expect(newPosts([written('p1'), written('p2'), ...events], [post])).toEqual(['p2']);
});

it('rows are in order and once each, the first given counts', () => {
  const [a, b, c] = [
    { _id: 'a', date: '2026-01-01', text: '' },
    { _id: 'b', date: '2026-01-02', text: '' },
    { _id: 'c', date: '2026-01-02', text: '' },
  ];
  expect(newestFirst([{ ...a, text: 'newer' }, c, b, a])).toEqual([c, b, { ...a, text: 'newer' }]);
});
