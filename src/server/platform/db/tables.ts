import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditAction } from '../../../shared/audit-actions.ts';
import type { ImageKind } from '../../../shared/images.ts';
import type { LeadStatus } from '../../../shared/lead-statuses.ts';
import type { MailState } from '../../../shared/mail-states.ts';
import type { ReportReason } from '../../../shared/report-reasons.ts';

export type LockName = 'users' | 'spam';

/**
 * The rows of every table as the application sees them on both engines:
 * timestamps are ISO-8601 strings, ids UUIDv7 strings, booleans booleans.
 * A test holds these interfaces to the migrated schema, hence only `|`, `null` and names in their types.
 */
export interface Tables {
  users: UserRow;
  sessions: SessionRow;
  known_devices: KnownDeviceRow;
  setup_links: SetupLinkRow;
  password_links: PasswordLinkRow;
  articles: ArticleRow & Sized;
  article_slugs: ArticleSlugRow;
  article_versions: ArticleVersionRow & Sized;
  testimonials: TestimonialRow & Sized;
  images: ImageRow & { bytes: Generated<number> };
  content_version: { id: number; version: number };
  contact_requests: ContactRequestRow;
  lead_notes: LeadNoteRow & Sized;
  mails: MailRow;
  rate_limits: { key: string; hits: number; resets_at: string };
  profiles: ProfileRow;
  experience: ExperienceRow;
  education: EducationRow;
  posts: PostRow & Sized;
  post_likes: PostLikeRow;
  comments: CommentRow & Sized;
  feed_events: FeedEventRow;
  feed_position: { id: number; position: number };
  notifications: NotificationRow;
  reports: ReportRow;
  audit_log: AuditRow;
  jobs: { name: string; started_at: string };
  locks: { name: LockName };
  secrets: { name: string; value: string };
}

/** What a row counts of its member's storage; the database works it out. */
export interface Sized {
  bytes: GeneratedAlways<number>;
}

/** The words of each post on PostgreSQL; only SQL of its own reads and writes them. */
export interface PostgresSearchTables {
  post_words: { post_id: string; created_at: string; words: string };
}

/** The same on SQLite: a number for each post, by which the full-text index goes; the index gives no words back. */
export interface SqliteSearchTables {
  post_words: { number: number; post_id: string };
  post_search: { words: string | null };
}

export interface UserRow {
  id: string;
  name: string;
  email: string;
  avatar_url: string | null;
  /** Null until the person has set a password. */
  password_hash: string | null;
  admin: boolean;
  suspended_at: string | null;
  last_sign_in_at: string | null;
  /** When they confirmed being 18 or older; null for those whom no invitation asked. */
  adult_confirmed_at: string | null;
  created_at: string;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
  /** The known device that it was opened with, if any. */
  device_id: string | null;
}

/** A browser with which a user has signed in before. */
export interface KnownDeviceRow {
  id: string;
  user_id: string;
  /** SHA-256 of the mark that the browser keeps. */
  mark_hash: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
}

/** The one-time link by which the very first admin is made. */
export interface SetupLinkRow {
  token_hash: string;
  expires_at: string;
}

/** The secret of a mailed link by which a user sets a password, once. */
export interface PasswordLinkRow {
  token_hash: string;
  user_id: string;
  kind: 'reset' | 'invitation';
  expires_at: string;
}

export interface ArticleRow {
  id: string;
  title: string;
  slug: string;
  snippet: string;
  text: string;
  /** The text as safe HTML, and the minutes of reading; null until it is first shown where it was stored before. */
  html: string | null;
  minutes: number | null;
  url: string;
  /** Counts the changes; the ETag of If-Match. */
  version: number;
  /** Null is a draft. */
  published_at: string | null;
  /** Of a scheduled one its time, until the job has published it: only then it is public. */
  due_at: string | null;
  /** Whoever wrote it, and whoever saved it last; null when they are gone or nobody knows. */
  author_id: string | null;
  saved_by: string | null;
  /** The picture above the text, and what it shows in words. */
  cover_id: string | null;
  cover_alt: string | null;
  created_at: string;
  updated_at: string;
}

/** Every slug an article ever had, so that old addresses redirect and are not given away. */
export interface ArticleSlugRow {
  slug: string;
  article_id: string;
}

/** What an article was before a change. */
export interface ArticleVersionRow {
  id: string;
  article_id: string;
  title: string;
  slug: string;
  snippet: string;
  text: string;
  url: string;
  saved_by: string | null;
  saved_at: string;
}

export interface TestimonialRow {
  id: string;
  name: string;
  testimonial: string;
  /** The testimonial as safe HTML, and its beginning as plain text; null as those of articles. */
  html: string | null;
  excerpt: string | null;
  image_id: string | null;
  /** In the carousel, from 1; 0 for those that nobody has put anywhere: they come first. */
  position: number;
  version: number;
  created_at: string;
  updated_at: string;
  /** As that of articles. */
  saved_by: string | null;
}

export interface ImageRow {
  id: string;
  /** Who uploaded it; null when they are gone. */
  owner_id: string | null;
  kind: ImageKind;
  /** Pixels of what was uploaded, the right way up. */
  width: number;
  height: number;
  created_at: string;
  /** Null while something refers to it. */
  unused_since: string | null;
  /** Set by the process that is removing it; nothing may refer to it from then on. */
  purge_started_at: string | null;
}

export interface ContactRequestRow {
  id: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  status: LeadStatus;
  spam: boolean;
  /** It went to the spam folder only because there were too many. */
  overflow: boolean;
  mail_id: string | null;
  created_at: string;
}

export interface LeadNoteRow {
  id: string;
  lead_id: string;
  /** The name of that moment: a note outlives the account of whoever wrote it. */
  author_name: string;
  author_id: string | null;
  text: string;
  created_at: string;
}

export interface MailRow {
  id: string;
  /** Whose account it is about, if any: the mail is deleted with it. */
  user_id: string | null;
  /** The kind of the password link that it carries, if any: without the link it is not sent any more. */
  link: PasswordLinkRow['kind'] | null;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string | null;
  state: MailState;
  /** Also tells whose claim a mail is under: each claim counts one up. */
  attempts: number;
  /** Null until it was tried; the days of trying count from here, not from the time without a mail server. */
  first_attempt_at: string | null;
  /** A mail that is being sent has it in the future: when its sender dies, another takes over then. */
  next_attempt_at: string;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

/** What somebody did; the names are those of that moment. */
export interface AuditRow {
  id: string;
  actor_id: string | null;
  actor_name: string;
  action: AuditAction;
  object_id: string;
  object_name: string;
  details: string;
  created_at: string;
}

export interface PostRow {
  id: string;
  user_id: string;
  text: string;
  /** Always the number of its rows in post_likes and comments: changed in the same transactions. */
  like_count: number;
  comment_count: number;
  pinned_at: string | null;
  edited_at: string | null;
  created_at: string;
  /** JSON text: who is mentioned in it; null when nobody is. */
  mentions: string | null;
}

export interface PostLikeRow {
  post_id: string;
  user_id: string;
  id: string;
  created_at: string;
}

export interface CommentRow {
  id: string;
  post_id: string;
  /** Null when the author is no member any more. */
  user_id: string | null;
  text: string;
  created_at: string;
  /** As those of posts. */
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

/** What happened in the feed, by whom; the ids are null where the event is about none. */
export interface FeedEventRow {
  position: number;
  kind: FeedEventKind;
  post_id: string | null;
  comment_id: string | null;
  user_id: string | null;
  created_at: string;
}

/** What a member is told of; the likes of a post are one, which the next like renews. */
export interface NotificationRow {
  id: string;
  /** Who is told. */
  user_id: string;
  kind: 'comment' | 'mention' | 'like' | 'removed';
  /** Who did it (of likes: the newest); null for staff, and when they are no member any more. */
  actor_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  /** Of what was removed: which of the two it was, its beginning, and the reason. */
  removed: 'post' | 'comment' | null;
  text: string | null;
  reason: string | null;
  created_at: string;
  read_at: string | null;
}

/** What a member reports about a post or, with `comment_id`, about a comment on it. */
export interface ReportRow {
  id: string;
  post_id: string;
  comment_id: string | null;
  /** Null when they are no member any more. */
  reporter_id: string | null;
  reason: ReportReason;
  details: string | null;
  created_at: string;
  /** When an admin decided that it stays; what is removed takes its reports along. */
  resolved_at: string | null;
}

export interface ProfileRow {
  user_id: string;
  id: string;
  status: string;
  company: string;
  website: string;
  location: string;
  githubusername: string;
  bio: string;
  image_id: string | null;
  license: string;
  phone: string;
  /** JSON texts: lists of texts, links by network, what is visible by field. */
  skills: string;
  service_areas: string;
  languages: string;
  social: string;
  visible: string;
  /** Kept out of the directory. */
  hidden: boolean;
  search_text: string;
  version: number;
  created_at: string;
  updated_at: string;
}

interface PeriodColumns {
  id: string;
  user_id: string;
  /** Days as YYYY-MM-DD. */
  from_day: string | null;
  to_day: string | null;
  is_current: boolean;
  description: string;
}

export interface ExperienceRow extends PeriodColumns {
  title: string;
  company: string;
  location: string;
}

export interface EducationRow extends PeriodColumns {
  school: string;
  degree: string;
  fieldofstudy: string;
}
