import { z } from 'zod';
import type { Contract } from './contract.ts';
import { count, id, timestamp } from './fields.ts';
import { mentionable } from './mentions.contract.ts';
import { pageQuery } from './paging.ts';

const notification = z
  .strictObject({
    _id: id,
    kind: z.enum([
      'comment',
      'mention',
      'like',
      'removed',
      'license',
      'handbook',
      'missing',
      'closing',
      'review',
      'submission',
      'consent',
    ]),
    date: timestamp,
    read: z.boolean(),
    /** The newest, for likes; null for staff and for former members. */
    actor: mentionable.nullable(),
    post: id.nullable(),
    comment: id.nullable(),
    excerpt: z.string(),
    likeCount: z.int().nullable(),
    /** Null for other kinds. */
    removed: z.enum(['post', 'comment']).nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;

export const notificationsContract = {
  'GET /api/notifications': {
    summary: 'Notifications of the caller, newest first',
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
    summary: 'Mark notifications up to a date as read; returns how many remain unread',
    access: 'member',
    body: z.object({ until: z.iso.datetime('Until must be a date') }).meta({ id: 'ReadUntil' }),
    response: count,
  },
} satisfies Contract;
