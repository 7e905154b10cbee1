import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, idParams, message, timestamp } from '../fields.ts';

/** A session, or a device with an earlier sign-in: others' failed attempts do not slow it down. */
const ownSession = z
  .strictObject({
    _id: id,
    /** For people: 'Safari on iPhone'. */
    device: z.string(),
    /** Network address at sign-in; for IPv6 only the customer's prefix. */
    address: z.string(),
    created: timestamp,
    /** For a session, exact to five minutes; for a device, its last sign-in. */
    lastUsed: timestamp,
    /** The session of this request, or the device that it is on. */
    current: z.boolean(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.output<typeof ownSession>;

export const ownSessionsContract = {
  'GET /api/auth/sessions': {
    summary: "One's own sessions: this one first, then the last used ones",
    access: 'member',
    response: z.array(ownSession),
  },
  'DELETE /api/auth/sessions': {
    summary: "End all of one's own sessions but this one, and forget all other devices",
    access: 'member',
    response: message,
  },
  'DELETE /api/auth/sessions/:id': {
    summary: "End one of one's own sessions, and forget its device",
    access: 'member',
    params: idParams('Session'),
    response: message,
  },
  'GET /api/auth/devices': {
    summary: 'The devices that one has signed in with before: this one first, then the last used ones',
    access: 'member',
    response: z.array(ownSession),
  },
  'DELETE /api/auth/devices/:id': {
    summary: 'Forget a device: it counts as a stranger when it signs in again',
    access: 'member',
    params: idParams('Device'),
    response: message,
  },
} satisfies Contract;
