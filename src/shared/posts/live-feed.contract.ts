import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, timestamp } from '../fields.ts';
import { comment, mention } from './posts.contract.ts';

const position = z.int().min(0);

/** Texts and counts are current ones, so that applying an event twice changes nothing. */
const feedEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('post'), position, post: id, user: id }),
    z.strictObject({
      kind: z.literal('changed'),
      position,
      post: id,
      text: z.string(),
      mentions: z.array(mention),
      edited: timestamp.nullable(),
      pinned: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('deleted'), position, post: id }),
    z.strictObject({
      kind: z.literal('likes'),
      position,
      post: id,
      user: id,
      liked: z.boolean(),
      likeCount: z.int(),
    }),
    z.strictObject({ kind: z.literal('comment'), position, post: id, comment, commentCount: z.int() }),
    z.strictObject({
      kind: z.literal('comment-deleted'),
      position,
      post: id,
      comment: id,
      commentCount: z.int(),
    }),
  ])
  .meta({ id: 'FeedEvent' });
export type FeedEvent = z.output<typeof feedEvent>;

/** `reload`: too many to list; read all data again. */
const feedEvents = z
  .strictObject({ position, reload: z.boolean(), events: z.array(feedEvent) })
  .meta({ id: 'FeedEvents' });
export type FeedEvents = z.output<typeof feedEvents>;

export const liveFeedContract = {
  'GET /api/posts/events': {
    summary:
      'Events in the feed after a position. With Accept: text/event-stream it is a stream that goes on, while there is room for one',
    access: 'member',
    query: z.object({
      after: z.coerce
        .number('After must be a number')
        .int('After must be a whole number')
        .min(0, 'After must be at least 0')
        .optional(),
    }),
    response: feedEvents,
  },
} satisfies Contract;
