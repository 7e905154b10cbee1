import type { TokenScope } from '../../../shared/token-scope-names.ts';
import type { Config } from '../config.ts';

export interface Actor {
  id: string;
  name: string;
  email: string;
  /** Whether a link mailed to that address was used (docs/security.md S15.1). */
  emailProven: boolean;
  avatar: string | null;
  admin: boolean;
  /** The right "closings", stored apart from `admin`. */
  coordinator: boolean;
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
    tokenHash: string;
  };
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

/** Whether the user has the right to the content of the site. */
export const hasContentRight = ({ admin }: Pick<Actor, 'admin'>) => admin;

/** Decides about calls for editors of the handbook. */
export const editsHandbook = (
  { handbookEditors }: Pick<Config, 'handbookEditors'>,
  { admin }: Pick<Actor, 'admin'>,
) => admin || handbookEditors === 'members';
