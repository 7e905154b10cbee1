import type { TokenScope } from '../../../shared/token-scope-names.ts';

export interface Actor {
  id: string;
  name: string;
  email: string;
  avatar: string | null;
  admin: boolean;
  /** Whether the user has one. */
  secondFactor: boolean;
  /** Whether the user has one. */
  profile: boolean;
  createdAt: string;
  session: {
    id: string;
    /** The time of the sign-in or of the last confirmation. */
    createdAt: string;
    tokenHash: string;
    /** See platform/db/reads.ts. */
    lastWrite: string | null;
  };
  /** Of an API token, which is in place of the session; a session may make every call. */
  scopes?: readonly TokenScope[];
}

/** Whom a limit counts a call for: an API token apart from its maker, who could not work else. */
export const countedAs = ({ id, scopes, session }: Actor): string => (scopes ? session.id : id);
