import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { notificationLabel } from './notification-labels.ts';

const textOf = (given: Partial<Notification>): string => {
  const { who, what } = notificationLabel({
    _id: 'n',
    kind: 'like',
    date: '2026-01-01T00:00:00.000Z',
    read: false,
    actor: { user: 'a', name: 'Ann Lee', avatar: null },
    post: 'p',
    comment: null,
    excerpt: '',
    likeCount: null,
    removed: null,
    reason: null,
    ...given,
  });
  return `${who} ${what}`;
};

describe('a notification', () => {
  it.each<[Partial<Notification>, string]>([
    [{ likeCount: 1 }, 'Ann Lee liked your post'],
    [{ likeCount: 2 }, 'Ann Lee and 1 other liked your post'],
    [{ likeCount: 1235 }, 'Ann Lee and 1,234 others liked your post'],
    [{ kind: 'comment', comment: 'c' }, 'Ann Lee commented on your post'],
    [{ kind: 'comment', comment: 'c', actor: null }, 'A former member commented on your post'],
    [{ kind: 'mention' }, 'Ann Lee mentioned you in a post'],
    [{ kind: 'mention', comment: 'c' }, 'Ann Lee mentioned you in a comment'],
    [{ kind: 'removed', actor: null, removed: 'comment' }, 'The office removed your comment'],
  ])('%j has its label', (given, words) => expect(textOf(given)).toBe(words));
});
