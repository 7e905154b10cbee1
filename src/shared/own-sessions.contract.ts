import { z } from 'zod';
import type { Contract } from './contract.ts';
import { id, idParams, message, timestamp } from './fields.ts';

/** A place where the caller is signed in. */
export const ownSession = z.strictObject({
  _id: id,
  /** The browser and the system, in words: 'Safari on iPhone'. */
  device: z.string(),
  /** The network address at sign-in; of IPv6 the network of the customer. */
  address: z.string(),
  created: timestamp,
  /** Exact to five minutes. */
  lastUsed: timestamp,
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const ownSessionsContract = {
  'GET /api/auth/sessions': {
    summary: "One's own sessions: this one first, then the last used ones",
    access: 'member',
    response: z.array(ownSession),
  },
  'DELETE /api/auth/sessions': {
    summary: "End all of one's own sessions but this one",
    access: 'member',
    response: message,
  },
  'DELETE /api/auth/sessions/:id': {
    summary: "End one of one's own sessions",
    access: 'member',
    params: idParams('Session'),
    response: message,
  },
} satisfies Contract;
