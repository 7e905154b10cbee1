import type { z } from 'zod';

/**
 * visitor: anyone, tokens are not read · member: any signed-in user · publisher: members, or only admins if
 * CONTENT_EDITORS says so · handbook: admins, or members too if HANDBOOK_EDITORS says so · closings: coordinators of
 * closings, and admins · admin: admins.
 */
export type Access = 'visitor' | 'member' | 'publisher' | 'handbook' | 'closings' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type CallKey = `${Method} /api/${string}`;

/** Rate limits by member; the figures are in server/platform/http/rate-limits.ts. */
export type MemberLimit =
  | 'agreement'
  | 'agreementPdf'
  | 'apiToken'
  | 'article'
  | 'bulkInvitation'
  | 'bulkPreview'
  | 'changePassword'
  | 'closing'
  | 'closingOffice'
  | 'comment'
  | 'compliance'
  | 'confirm'
  | 'education'
  | 'export'
  | 'exportFile'
  | 'factor'
  | 'handbook'
  | 'invitation'
  | 'joining'
  | 'lead'
  | 'leadExport'
  | 'like'
  | 'mailRetry'
  | 'mailTest'
  | 'mailText'
  | 'moderation'
  | 'onboarding'
  | 'post'
  | 'postEdit'
  | 'privacy'
  | 'privacyRequest'
  | 'profile'
  | 'report'
  | 'site'
  | 'testimonial'
  | 'testimonialOrder'
  | 'upload'
  | 'user'
  | 'userExport'
  | 'webhook'
  | 'workingCopy';

/**
 * Whether a session that was neither opened nor confirmed in the last 15 minutes has to confirm before the call. `when`: the
 * service asks for it in that case. If not,
 * why whoever holds an old session may make it (docs/security.md S2.8).
 */
export type Confirm = 'needed' | { none: string };

/** Staff see and change what belongs to others: each of their calls decides. Other calls ask for nothing unless they say so. */
type AccessAndConfirm =
  | { access: 'visitor'; confirm?: never }
  | { access: 'member'; confirm?: 'needed' | { when: string } }
  | { access: Exclude<Access, 'visitor' | 'member'>; confirm: Confirm };

export type FileType = 'text/csv' | 'application/zip' | 'application/pdf' | 'image/jpeg';

export type Call = AccessAndConfirm & {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** In bytes; the default is 64 KiB. */
  bodyLimit?: number;
  /** Other than JSON; of several kinds the handler sends the one that it is. */
  produces?: FileType | readonly FileType[];
  /** Rate limit of the signed-in user, in addition to the general one. */
  limit?: MemberLimit;
  /** The answer may hold what opens something: it is not compressed, as its length would show what it holds. */
  secret?: true;
  /** False for an audited GET: HEAD would record a read that returned nothing. */
  head?: false;
};

export type Contract = Record<CallKey, Call>;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

export type ParamsOf<C extends Call> = Parsed<C['params']>;
export type QueryOf<C extends Call> = Parsed<C['query']>;
export type BodyOf<C extends Call> = Parsed<C['body']>;

export type SentBodyOf<C extends Call> = Sent<C['body']>;
export type SentQueryOf<C extends Call> = Sent<C['query']>;
export type ResponseOf<C extends Call> = z.output<C['response']>;
