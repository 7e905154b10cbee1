export interface Actor {
  id: string;
  name: string;
  email: string;
  admin: boolean;
  /** Whether the user has one. */
  secondFactor: boolean;
  createdAt: string;
  session: {
    id: string;
    /** The time of the sign-in or of the last confirmation. */
    createdAt: string;
    tokenHash: string;
    /** See platform/db/reads.ts. */
    lastWrite: string | null;
  };
}
