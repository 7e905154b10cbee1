import type { z } from 'zod';
import type { TokenScope } from './api-tokens/token-scope-names.ts';
import type { MemberLimit } from './member-limits.ts';
import type { Right } from './users/rights.ts';

/**
 * visitor: anyone, tokens are not read · member: any signed-in user · articles, testimonials: those who may write them
 * by the settings of the site · handbook: those with the right to content, or members too if HANDBOOK_EDITORS says so ·
 * a right: those who have it · admin: admins, who have every right.
 */
export type Access = 'visitor' | 'member' | 'articles' | 'testimonials' | 'handbook' | Right | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type CallKey = `${Method} /api/${string}`;

/** A call that asks a session for a confirmation and is open to tokens, which cannot confirm: other systems do this work. */
type Unconfirmed = { unconfirmed: TokenScope };

/**
 * `confirm` says whether a session that was neither opened nor confirmed in the last 15 minutes has to confirm before the
 * call, `none` why not, and `when` in which case the service asks for it (docs/security.md S2.8). `scope` opens a call to
 * API tokens. Staff see and change what belongs to others, so each of their calls says both; null is no scope.
 */
type Rights =
  | { access: 'visitor'; confirm?: never; scope?: never }
  | { access: 'member'; confirm?: { when: string }; scope?: TokenScope }
  | { access: Exclude<Access, 'visitor' | 'member'>; confirm: { none: string }; scope: TokenScope | null }
  | { access: Exclude<Access, 'visitor'>; confirm: 'needed'; scope?: Unconfirmed };

type FileType = 'text/csv' | 'application/zip' | 'application/pdf' | 'image/jpeg';

export type Call = Rights & {
  summary: string;
  /** How long a confirmation counts for it, as the office's daily work; left out, as long as a sign-in. */
  confirmed?: 'an hour';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** In bytes; the default is 64 KiB. */
  bodyLimit?: number;
  /** Other than JSON; with several kinds the handler names the one it sends. */
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
