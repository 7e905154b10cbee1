import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, person, timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { auditActions } from './audit-actions.ts';

/** The name is that of the time of the event; the user may be deleted. */
export type AuditActor = z.output<typeof person>;

const action = z.enum(auditActions, 'Action is not known').meta({ id: 'AuditAction' });

const auditEntry = z
  .strictObject({
    _id: id,
    actor: person.nullable(),
    action,
    object: z.strictObject({ _id: z.string(), name: z.string() }).meta({ id: 'AuditObject' }),
    /** Labels of what changed: 'admin: no → yes'. Empty when the action says it all. */
    details: z.string(),
    date: timestamp,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

export const auditContract = {
  'GET /api/audit': {
    summary: 'Who did what to which object when, newest first',
    access: 'admin',
    confirm: { none: 'Looked at to find misuse: must stay quick; it holds no secret' },
    scope: 'records:read',
    query: pageQuery({ default: 50, max: 200 }).extend({
      action: action.optional(),
      actor: z.uuid('Actor is not valid').toLowerCase().optional(),
    }),
    response: z.array(auditEntry),
  },
  'GET /api/audit/actors': {
    summary: 'Everyone with an audit event, by name',
    access: 'admin',
    confirm: { none: 'Names for the filter of the audit log' },
    scope: 'records:read',
    response: z.array(person),
  },
} satisfies Contract;
