import type { Generated } from 'kysely';
import type { AuditAction } from '../../shared/audit/audit-actions.ts';
import type { SecurityEvent } from '../../shared/security-log/security-events.ts';
import { blanked, derived, factThatStays, link, type RulesOf } from './rules.ts';

export interface LogTables {
  audit_log: AuditRow & Naming;
  security_log: SecurityLogRow;
  sealing_key: { name: string; sealed: string };
}

/** Append-only: the database refuses changes, and the deletion of events younger than 12 months. */
export interface SecurityLogRow {
  /** Without gaps. */
  number: number;
  id: string;
  event: SecurityEvent;
  detail: string;
  user_id: string | null;
  address: string;
  device: string;
  request_id: string;
  created_at: string;
  /** SHA-256 over this event and the hash before it. */
  hash: string;
  /** Proof of the hash, by SECRETS_KEY; null for older events. */
  proof: string | null;
}

export interface AuditRow {
  id: string;
  actor_id: string | null;
  actor_name: string;
  action: AuditAction;
  object_id: string;
  object_name: string;
  details: string;
  created_at: string;
}

/** By the id: two people can have one name. */
export interface Naming {
  /**
   * JSON list of the ids of the accounts that the details name, in their order, with null for no one. Null where none is
   * named, and in lines from before this was stored.
   */
  named: Generated<string | null>;
}

export const auditColumns = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'object_id',
  'object_name',
  'details',
  'created_at',
] as const satisfies (keyof AuditRow)[];

export const logRules: RulesOf<LogTables> = {
  audit_log: {
    holds: 'changes by staff and admins',
    category: 'audit',
    person: { object_id: 'object', actor_id: 'user' },
    othersBy: { actor_id: ['object_id', 'object_name', 'details'] },
    stays: 'what was done and when, to prove what was done, without the name',
    columns: {
      id: factThatStays,
      // The id of an erased user leads nowhere.
      actor_id: { ...link, erased: 'stays' },
      actor_name: { ...blanked('name of who changed something, and of whom it concerns'), exported: false },
      action: factThatStays,
      object_id: factThatStays,
      object_name: blanked('name of who changed something, and of whom it concerns'),
      details: blanked('what was changed'),
      named: { ...link, erased: 'stays' },
      created_at: factThatStays,
    },
  },
  security_log: {
    holds: 'sign-ins, failures and refusals, for 12 months',
    category: 'security',
    person: { user_id: 'user' },
    stays: 'for 12 months, without a name, so that the chain of the log can be verified',
    columns: {
      number: derived,
      id: factThatStays,
      event: { ...factThatStays, label: 'sign-ins, failed ones and refused calls' },
      detail: factThatStays,
      user_id: { ...factThatStays, exported: false },
      address: { ...factThatStays, label: 'network address' },
      device: { ...factThatStays, label: 'kind of device' },
      request_id: factThatStays,
      created_at: factThatStays,
      hash: derived,
      proof: derived,
    },
  },
  sealing_key: {
    holds: 'a text by which a start sees whether its SECRETS_KEY is the right one',
    person: {},
    columns: { name: derived, sealed: derived },
  },
};
