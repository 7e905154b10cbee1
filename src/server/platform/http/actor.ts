export interface Actor {
  id: string;
  name: string;
  email: string;
  admin: boolean;
  createdAt: string;
  session: {
    id: string;
    createdAt: string;
    /** See platform/db/reads.ts. */
    lastWrite: string | null;
  };
}
