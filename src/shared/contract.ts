import type { z } from 'zod';

/**
 * Who may make a call.
 * visitor: anybody, the token is not even read · member: any signed-in user ·
 * publisher: members, or only admins when the setting CONTENT_EDITORS says so · admin: admins.
 */
export type Access = 'visitor' | 'member' | 'publisher' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type CallKey = `${Method} /api/${string}`;

/** Limits on what one member does; the figures are in server/platform/http/rate-limits.ts. */
export type MemberLimit =
  | 'article'
  | 'changePassword'
  | 'comment'
  | 'invitation'
  | 'lead'
  | 'leadExport'
  | 'like'
  | 'mailRetry'
  | 'moderation'
  | 'post'
  | 'postEdit'
  | 'profile'
  | 'report'
  | 'testimonial'
  | 'testimonialOrder'
  | 'upload'
  | 'user';

/** One call of the API: the server validates by it, the client is typed by it, OpenAPI is made from it. */
export interface Call {
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** Largest accepted JSON body in bytes, where it differs from the default of 64 KiB. */
  bodyLimit?: number;
  /** The type of a file that the call answers as a stream, instead of JSON; its `response` is then a text. */
  produces?: 'text/csv';
  /** The limit that the call counts for, for the signed-in user; beside the general one. */
  limit?: MemberLimit;
  /** False for a GET that is recorded: HEAD would leave a record of what nobody got. */
  head?: false;
}

export type Contract = Record<CallKey, Call>;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler may trust after validation. */
export type ParamsOf<C extends Call> = Parsed<C['params']>;
export type QueryOf<C extends Call> = Parsed<C['query']>;
export type BodyOf<C extends Call> = Parsed<C['body']>;

/** What a caller sends, and what both sides see come back. */
export type SentBodyOf<C extends Call> = Sent<C['body']>;
export type SentQueryOf<C extends Call> = Sent<C['query']>;
export type ResponseOf<C extends Call> = z.output<C['response']>;
