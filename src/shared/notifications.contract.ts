import { z } from 'zod';
import type { Contract } from './contract.ts';
import { count, id, timestamp } from './fields.ts';
import { mentionable } from './mentions.contract.ts';
import { pageQuery } from './paging.ts';

/**
 * What a member is told of: a comment on their post, a text that mentions them, likes of their post (one notification
 * for all of them), or that staff removed what they wrote.
 */
export const notification = z.strictObject({
  _id: id,
  kind: z.enum(['comment', 'mention', 'like', 'removed']),
  /** Of likes: when the newest was given. */
  date: timestamp,
  read: z.boolean(),
  /** Who did it, of likes the newest; null for staff, and for somebody who is no member any more. */
  actor: mentionable.nullable(),
  /** What it is about, while there is one; `comment` is on `post`. */
  post: id.nullable(),
  comment: id.nullable(),
  /** The beginning of the comment, of the post, or of what was removed, in one line. */
  excerpt: z.string(),
  /** How many others like the post now; null but for likes. */
  likeCount: z.int().nullable(),
  /** Which of the two was removed, and why; null but for removals. */
  removed: z.enum(['post', 'comment']).nullable(),
  reason: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

export const notificationsContract = {
  'GET /api/notifications': {
    summary: 'What the caller is told of, newest first',
    access: 'member',
    query: pageQuery({ default: 20, max: 100 }),
    response: z.array(notification),
  },
  'GET /api/notifications/unread-count': {
    summary: 'How many notifications the caller has not read; counted up to 100',
    access: 'member',
    response: count,
  },
  'PUT /api/notifications/read': {
    summary: 'Mark as read what the caller was told of until a date; answers how many remain unread',
    access: 'member',
    body: z.object({ until: z.iso.datetime('Until must be a date') }),
    response: count,
  },
} satisfies Contract;
