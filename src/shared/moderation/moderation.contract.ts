import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import {
  count,
  id,
  idParams,
  message,
  optionalText,
  person,
  requiredText,
  sha256,
  timestamp,
} from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { mention } from '../posts/posts.contract.ts';
import { reportReasons } from './report-reasons.ts';

const reason = z.enum(reportReasons, {
  error: ({ input }) => (input === undefined ? 'Reason is required' : 'Reason is not known'),
});

const report = z
  .strictObject({
    _id: id,
    reason,
    details: z.string(),
    /** The reported text, where it is other than the present one. */
    text: z.string().nullable(),
    /** Null for a former member, and where the text is the reader's own. */
    reporter: person.nullable(),
    /** Whether a member is not named, as the text is the reader's own. */
    unnamed: z.boolean().optional(),
    date: timestamp,
  })
  .meta({ id: 'Report' });
export type Report = z.output<typeof report>;

/** With open reports; the author's name is the current one. */
const reportedThing = z
  .strictObject({
    _id: id,
    what: z.enum(['post', 'comment']),
    postId: id,
    text: z.string(),
    /** Hash of the text with its newest open report, to send back with the decision. */
    version: z.string(),
    mentions: z.array(mention),
    name: z.string(),
    avatar: z.string().nullable(),
    /** Null when the author has left. */
    user: id.nullable(),
    date: timestamp,
    reported: timestamp,
    reportCount: z.int(),
    reasons: z.array(z.strictObject({ reason, count: z.int() }).meta({ id: 'ReasonCount' })),
    reports: z.array(report),
  })
  .meta({ id: 'ReportedThing' });
export type ReportedThing = z.output<typeof reportedThing>;

const newReport = z
  .object({
    reason,
    details: optionalText('Details', maxLengths.moderation.details).default(''),
  })
  .meta({ id: 'NewReport' });
/** The version that was looked at; without it what is there is decided on. */
const seen = sha256.optional();
const keeping = z.object({ seen }).meta({ id: 'Keeping' });
const removal = z
  .object({ reason: requiredText('Reason', maxLengths.moderation.reason), seen })
  .meta({ id: 'Removal' });
const reportedParams = idParams('Report');

export const moderationContract = {
  'POST /api/posts/report/:id': {
    summary: 'Report a post by another member to the admins, once for each text of it',
    access: 'member',
    limit: 'report',
    params: idParams('Post'),
    body: newReport,
    response: message,
  },
  'POST /api/posts/comment/:postId/:commentId/report': {
    summary: 'Report a comment by another member to the admins, once',
    access: 'member',
    limit: 'report',
    params: z.object({ postId: idParams('Post').shape.id, commentId: idParams('Comment').shape.id }),
    body: newReport,
    response: message,
  },
  'GET /api/moderation': {
    summary: 'Reported posts and comments without a decision, newest in the queue first',
    access: 'admin',
    confirm: { none: 'Moderation must be quick; members can read the posts anyway' },
    scope: null,
    query: pageQuery({ default: 20, max: 100 }),
    response: z.array(reportedThing),
  },
  'GET /api/moderation/count': {
    summary: 'How many posts and comments wait for a decision',
    access: 'admin',
    confirm: { none: 'A count' },
    scope: null,
    response: count,
  },
  'POST /api/moderation/posts/:id/keep': {
    summary: 'Let a reported post stand; its open reports are closed. 412 when it is no longer as `seen`',
    access: 'admin',
    confirm: { none: 'Moderation must be quick; the post stays' },
    scope: null,
    limit: 'moderation',
    params: reportedParams,
    body: keeping,
    response: message,
  },
  'POST /api/moderation/posts/:id/remove': {
    summary:
      'Remove a reported post; its author is notified of the reason. 412 when it is no longer as `seen`',
    access: 'admin',
    confirm: { none: 'Moderation must be quick; the author is told' },
    scope: null,
    limit: 'moderation',
    params: reportedParams,
    body: removal,
    response: message,
  },
  'POST /api/moderation/comments/:id/keep': {
    summary: 'Let a reported comment stand; its open reports are closed. 412 when it is no longer as `seen`',
    access: 'admin',
    confirm: { none: 'Moderation must be quick; the comment stays' },
    scope: null,
    limit: 'moderation',
    params: reportedParams,
    body: keeping,
    response: message,
  },
  'POST /api/moderation/comments/:id/remove': {
    summary:
      'Remove a reported comment; its author is notified of the reason. 412 when it is no longer as `seen`',
    access: 'admin',
    confirm: { none: 'Moderation must be quick; the author is told' },
    scope: null,
    limit: 'moderation',
    params: reportedParams,
    body: removal,
    response: message,
  },
} satisfies Contract;
