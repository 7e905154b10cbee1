import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { count, id, timestamp } from '../fields.ts';
import { mentionable } from '../mentions/mentions.contract.ts';
import { pageQuery } from '../paging.ts';
import { rightNames } from '../users/rights.ts';
import { workEventNames } from './work-events.ts';

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
      'file',
      'due',
      'closing',
      'lead',
      'application',
      'agreement',
      'document',
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
    /** Why the reader has to act; absent for other news. */
    event: z.enum(workEventNames).optional(),
    /** The id of the lead, application, agreement, closing or member, as long as it is there. */
    object: id.optional(),
    /** The lead, applicant, member or agent that it is about. */
    person: z.string().optional(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;

/** The area of work, and whether the caller gets emails about it. */
const workMail = z
  .object({
    area: z.enum(rightNames, 'Area is not known'),
    wanted: z.boolean('Wanted must be true or false'),
  })
  .meta({ id: 'WorkMail' });

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
  'GET /api/notifications/emails': {
    summary: 'About which areas of work the caller gets emails, of those that they have a right to',
    access: 'member',
    response: z.array(workMail),
  },
  'PUT /api/notifications/emails': {
    summary: 'Get emails about what waits in an area, or stop them',
    access: 'member',
    limit: 'profile',
    body: workMail,
    response: z.array(workMail),
  },
} satisfies Contract;
