import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, person, timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { securityEvents } from './security-events.ts';

const event = z.enum(securityEvents, 'Event is not known').meta({ id: 'SecurityEvent' });

const securityEntry = z
  .strictObject({
    _id: id,
    event,
    /** By what a sign-in was done, such as 'password and code'; which call was refused. */
    detail: z.string(),
    /** The user's present name; null for a visitor and for a deleted user. */
    user: person.nullable(),
    /** Network address; for IPv6 only the customer's prefix. */
    address: z.string(),
    /** For people: 'Safari on iPhone'. */
    device: z.string(),
    /** The id of the request in the log of the server. */
    request: z.string(),
    date: timestamp,
  })
  .meta({ id: 'SecurityEntry' });
export type SecurityEntry = z.output<typeof securityEntry>;

/** PostgreSQL knows no year 0. */
const officeDate = (label: string) => {
  const error = `${label} must be a date such as 2026-01-31`;
  return z.iso.date(error).refine((date) => date >= '1970', error);
};

const page = pageQuery({ default: 50, max: 200 }).extend({
  event: event.optional(),
  /** Days in Los Angeles, both included. */
  from: officeDate('From').optional(),
  to: officeDate('To').optional(),
});

export const securityLogContract = {
  'GET /api/security-log': {
    summary: 'Who signed in, failed to, or was refused, from where and when, newest first; kept 12 months',
    access: 'admin',
    confirm: { none: 'Looked at to find misuse: must stay quick; it holds no secret' },
    scope: 'records:read',
    query: page.extend({
      user: z.uuid('User is not valid').toLowerCase().optional(),
      address: z.string('Address is not valid').max(50, 'Address is not valid').optional(),
    }),
    response: z.array(securityEntry),
  },
  'GET /api/auth/security-log': {
    summary: "The part of the security log about one's own account, newest first",
    access: 'member',
    query: page,
    response: z.array(securityEntry),
  },
} satisfies Contract;
