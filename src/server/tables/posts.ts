import type { ReportReason } from '../../shared/moderation/report-reasons.ts';
import type { WorkEventName, WorkKind } from '../../shared/notifications/work-events.ts';
import type { Right } from '../../shared/users/rights.ts';
import {
  blanked,
  derived,
  derivedOfPerson,
  fact,
  factThatStays,
  link,
  ofOthers,
  personal,
  type RulesOf,
} from './rules.ts';
import type { Sized } from './sized.ts';

export interface PostTables {
  posts: PostRow & Sized;
  post_likes: PostLikeRow;
  comments: CommentRow & Sized;
  feed_events: FeedEventRow;
  feed_position: { id: number; position: number };
  notifications: NotificationRow;
  muted_areas: { user_id: string; area: Right };
  reports: ReportRow;
  kept_reports: KeptReportRow;
}

export interface PostRow {
  id: string;
  user_id: string;
  text: string;
  like_count: number;
  comment_count: number;
  pinned_at: string | null;
  edited_at: string | null;
  created_at: string;
  mentions: string | null;
}

export const postColumns = [
  'id',
  'user_id',
  'text',
  'like_count',
  'comment_count',
  'pinned_at',
  'edited_at',
  'created_at',
  'mentions',
] as const satisfies (keyof PostRow)[];

export interface PostLikeRow {
  post_id: string;
  user_id: string;
  id: string;
  created_at: string;
}

export interface CommentRow {
  id: string;
  post_id: string;
  user_id: string | null;
  text: string;
  created_at: string;
  mentions: string | null;
}

export type FeedEventKind =
  | 'post'
  | 'changed'
  | 'deleted'
  | 'liked'
  | 'unliked'
  | 'comment'
  | 'comment-deleted'
  | 'reload';

export interface FeedEventRow {
  position: number;
  kind: FeedEventKind;
  post_id: string | null;
  comment_id: string | null;
  user_id: string | null;
  created_at: string;
}

/** The likes of a post share one notification, which the next like renews. */
export interface NotificationRow {
  id: string;
  user_id: string;
  kind:
    | 'comment'
    | 'mention'
    | 'like'
    | 'removed'
    | 'license'
    | 'handbook'
    | 'due'
    | 'missing'
    | 'file'
    | WorkKind
    | 'review'
    | 'submission'
    | 'consent';
  /** Why someone in the office has to act; the name is read with it. */
  event: WorkEventName | null;
  /** The lead, application, agreement, closing or member. */
  object_id: string | null;
  actor_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  removed: 'post' | 'comment' | null;
  text: string | null;
  reason: string | null;
  /** It is shown only to who has that right. */
  area: Right | null;
  created_at: string;
  read_at: string | null;
  /** From when on it is emailed; null if it is not, or was. */
  mail_due_at: string | null;
}

export const notificationColumns = [
  'id',
  'user_id',
  'kind',
  'event',
  'object_id',
  'actor_id',
  'post_id',
  'comment_id',
  'removed',
  'text',
  'reason',
  'created_at',
  'read_at',
] as const satisfies (keyof NotificationRow)[];

/** About a post or, with `comment_id`, a comment on it. */
export interface ReportRow {
  id: string;
  post_id: string;
  comment_id: string | null;
  reporter_id: string | null;
  reason: ReportReason;
  details: string | null;
  /** The text that was reported, and its hash; null in rows from before they were stored. */
  text: string | null;
  text_sha256: string | null;
  created_at: string;
  /** When an admin decided to keep the item; removing it deletes its reports, but for `kept_reports`. */
  resolved_at: string | null;
}

/** A decided report whose post or comment has gone, and that a legal hold keeps. */
export interface KeptReportRow {
  id: string;
  post_id: string;
  comment_id: string | null;
  author_id: string | null;
  reporter_id: string | null;
  reason: ReportReason;
  details: string | null;
  text: string | null;
  created_at: string;
  resolved_at: string;
}

export const postRules: RulesOf<PostTables> = {
  posts: {
    holds: 'posts of members',
    category: 'posts',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      text: personal('posts'),
      like_count: derivedOfPerson,
      comment_count: derivedOfPerson,
      pinned_at: fact,
      edited_at: fact,
      created_at: fact,
      mentions: ofOthers,
      bytes: derivedOfPerson,
    },
  },
  post_likes: {
    holds: 'likes of posts',
    category: 'posts',
    person: { user_id: 'user' },
    columns: { post_id: fact, user_id: { ...fact, label: 'likes' }, id: fact, created_at: fact },
  },
  comments: {
    holds: 'comments on posts',
    category: 'posts',
    person: { user_id: 'user' },
    stays:
      'comments on posts of others, as those of a former member, so that the conversation can be followed',
    columns: {
      id: factThatStays,
      post_id: factThatStays,
      user_id: link,
      text: { ...factThatStays, label: 'comments' },
      created_at: factThatStays,
      mentions: { ...ofOthers, erased: 'stays' },
      bytes: derived,
    },
  },
  feed_events: {
    holds: 'what the live feed has to send, gone within a day',
    person: { user_id: 'user' },
    columns: {
      position: derived,
      kind: derived,
      post_id: derived,
      comment_id: derived,
      user_id: derived,
      created_at: derived,
    },
  },
  feed_position: {
    holds: 'a counter of the live feed',
    person: {},
    columns: { id: derived, position: derived },
  },
  notifications: {
    holds: 'notifications of members',
    category: 'posts',
    person: { user_id: 'user', actor_id: 'user' },
    othersBy: { actor_id: 'all' },
    stays: 'notifications of others, without the name and the words',
    columns: {
      id: fact,
      user_id: fact,
      kind: fact,
      event: fact,
      object_id: derivedOfPerson,
      actor_id: { ...ofOthers, erased: 'unlinked' },
      post_id: fact,
      comment_id: fact,
      removed: fact,
      text: blanked('notifications'),
      reason: fact,
      area: derivedOfPerson,
      created_at: fact,
      read_at: fact,
      mail_due_at: derivedOfPerson,
    },
  },
  muted_areas: {
    holds: 'who wants no emails about the work of an area',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, area: fact },
  },
  reports: {
    holds: 'reports of posts and comments',
    category: 'moderation',
    person: { reporter_id: 'user' },
    stays: 'a report while its post stays, without the reporter',
    columns: {
      id: factThatStays,
      post_id: factThatStays,
      comment_id: factThatStays,
      reporter_id: link,
      reason: { ...factThatStays, label: 'reason and words of a report' },
      details: blanked('reason and words of a report'),
      // Its author's words, which go with the post or comment.
      text: { ...factThatStays, label: 'texts that were reported', exported: false },
      text_sha256: derived,
      created_at: factThatStays,
      resolved_at: factThatStays,
    },
  },
  kept_reports: {
    holds: 'decided reports under a legal hold, of posts and comments that have gone',
    category: 'moderation',
    person: { reporter_id: 'user' },
    stays: 'a report under a legal hold, without the reporter where that hold is another’s',
    columns: {
      id: factThatStays,
      post_id: factThatStays,
      comment_id: factThatStays,
      author_id: { ...factThatStays, exported: false },
      reporter_id: link,
      reason: { ...factThatStays, label: 'reason and words of a report' },
      details: blanked('reason and words of a report'),
      text: { ...factThatStays, label: 'texts that were reported', exported: false },
      created_at: factThatStays,
      resolved_at: factThatStays,
    },
  },
};
