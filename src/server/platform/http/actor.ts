import type { TokenScope } from '../../../shared/api-tokens/token-scope-names.ts';
import type { Access } from '../../../shared/contract.ts';
import type { PublishingRule, PublishingRules } from '../../../shared/publishing/publishing.contract.ts';
import { type Held, may, type Right } from '../../../shared/users/rights.ts';
import type { Config } from '../config.ts';

/** Null is the start value, which the environment sets. */
export type StoredRules = { [Area in keyof PublishingRules]: PublishingRule | null };

export interface Actor extends Held {
  id: string;
  name: string;
  email: string;
  /** Whether a link mailed to that address was used (docs/security.md S15.1). */
  emailProven: boolean;
  avatar: string | null;
  /** Whether the user has one. */
  secondFactor: boolean;
  /** Whether the user has one. */
  profile: boolean;
  createdAt: string;
  session: {
    id: string;
    /** The time of the sign-in or of the last confirmation. */
    createdAt: string;
    /** The last proof of a second factor; null when only the password opened it. */
    factorProvenAt: string | null;
    /** The last confirmation; null before the first. */
    confirmedAt: string | null;
    tokenHash: string;
  };
  /** The rules of who may publish, as this call found them; a session's come with its user. */
  publishing?: StoredRules;
  /** The right by which the present call let them in; undefined where every member may make it. */
  by?: Right | 'admin' | undefined;
  /** Limits the calls of an API token. A session can make every call, so it has none. */
  scopes?: readonly TokenScope[];
}

/** Limits count a call for `who`, up to `times` the limit. */
export interface Budget {
  who: string;
  times: number;
}

/** All tokens of one maker together have those of so many. */
const tokensTogether = 3;

/** An API token has budgets apart from its maker's, so that the maker can still work (docs/security.md S3.12). */
export const budgetsOf = (actor: Actor): Budget[] =>
  actor.scopes
    ? [
        { who: actor.session.id, times: 1 },
        { who: turnOf(actor), times: tokensTogether },
      ]
    : [{ who: actor.id, times: 1 }];

/** The person in whose turn waiting work goes: all tokens of a maker count as one more person. */
export const turnOf = ({ id, scopes }: Pick<Actor, 'id' | 'scopes'>): string =>
  scopes ? `tokens:${id}` : id;

/** Decides about calls for editors of the handbook. */
export const editsHandbook = ({ handbookEditors }: Pick<Config, 'handbookEditors'>, actor: Held) =>
  handbookEditors === 'members' || may(actor, 'content');

/**
 * The right that a call needs on this server; undefined where every member may make it. Decides on every kind of access
 * by name: none is a member's by being forgotten here.
 */
export function rightFor(
  access: Exclude<Access, 'visitor'>,
  { handbookEditors }: Pick<Config, 'handbookEditors'>,
): Right | 'admin' | undefined {
  switch (access) {
    case 'member':
      return undefined;
    case 'articles':
    case 'testimonials':
      // Their rule is in the database: actorFor asks.
      return undefined;
    case 'handbook':
      return handbookEditors === 'members' ? undefined : 'content';
    case 'recruiting':
    case 'closings':
    case 'compliance':
    case 'content':
    case 'admin':
      return access;
  }
}

export const holds = (held: Held, right: Right | 'admin'): boolean =>
  right === 'admin' ? held.admin : may(held, right);
