import { z } from 'zod';
import type { Contract } from './contract.ts';
import { id, timestamp } from './fields.ts';
import { pageQuery } from './paging.ts';

/** What staff and admins do that is put on record: `<object>.<deed>`. */
export const auditActions = [
  'article.created',
  'article.updated',
  'article.deleted',
  'testimonial.created',
  'testimonial.updated',
  'testimonial.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.suspended',
  'user.reactivated',
  'invitation.sent',
  'invitation.revoked',
  'mail.retried',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntry = z.strictObject({
  _id: id,
  /** Null for what the server itself did. */
  actor: z.strictObject({ _id: id, name: z.string() }).nullable(),
  action: z.enum(auditActions),
  object: z.strictObject({ _id: z.string(), name: z.string() }),
  /** What changed, in words: 'admin: no → yes'. Empty when the action says it all. */
  details: z.string(),
  date: timestamp,
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditContract = {
  'GET /api/audit': {
    summary: 'Who did what to which object when, newest first',
    access: 'admin',
    query: pageQuery({ usual: 50, most: 200 }).extend({
      action: z.enum(auditActions, 'Action is not known').optional(),
      actor: z.uuid('Actor is not valid').optional(),
    }),
    response: z.array(auditEntry),
  },
} satisfies Contract;
